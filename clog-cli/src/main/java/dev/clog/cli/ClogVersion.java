package dev.clog.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the module. */
final class ClogVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        var module = ClogCommand.class.getModule().getDescriptor();
        String version = module == null ? "unknown" : module.rawVersion().orElse("unknown");
        return new String[] {"clog " + version};
    }
}
