package dev.clog.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Chooses the changes that survive a crash. */
final class Survival {
    private Survival() {}

    /** The parts of {@code unsynced} that reached the disk, in the order in which they were made. */
    static List<Change> survivors(List<Change> unsynced, Crash crash) {
        return switch (crash.survivors()) {
            case NONE -> List.of();
            case ALL -> unsynced;
            case FIRST -> first(unsynced, crash);
            case SOME -> some(unsynced, crash);
        };
    }

    private static List<Change> first(List<Change> unsynced, Crash crash) {
        int whole = Math.min(crash.count(), unsynced.size());
        List<Change> survivors = new ArrayList<>(unsynced.subList(0, whole));
        if (crash.sectorBytes() > 0 && whole < unsynced.size()) {
            List<Change> parts = unsynced.get(whole).torn(crash.sectorBytes());
            survivors.addAll(parts.subList(0, new SplittableRandom(crash.seed()).nextInt(parts.size())));
        }
        return survivors;
    }

    private static List<Change> some(List<Change> unsynced, Crash crash) {
        SplittableRandom random = new SplittableRandom(crash.seed());
        List<Change> survivors = new ArrayList<>();
        for (Change change : unsynced) {
            for (Change part : crash.sectorBytes() > 0 ? change.torn(crash.sectorBytes()) : List.of(change)) {
                if (random.nextBoolean()) {
                    survivors.add(part);
                }
            }
        }
        return survivors;
    }
}
