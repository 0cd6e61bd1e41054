package dev.clog.tests;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The types that an exported type shows in its signature: supertypes, and those of its public and protected members. */
final class ExportedSignatures {
    private ExportedSignatures() {}

    /** The public types of the packages that a module exports. */
    static List<Class<?>> exportedTypes(ModuleReference reference) throws IOException {
        ModuleDescriptor descriptor = reference.descriptor();
        Module module = ModuleLayer.boot().findModule(descriptor.name()).orElseThrow();
        Set<String> exported = new HashSet<>();
        descriptor.exports().stream().filter(exports -> !exports.isQualified()).forEach(e -> exported.add(e.source()));
        List<Class<?>> types = new ArrayList<>();
        try (ModuleReader reader = reference.open()) {
            for (String name : reader.list().filter(ExportedSignatures::isClass).toList()) {
                Class<?> type = Class.forName(
                        module,
                        name.substring(0, name.length() - ".class".length()).replace('/', '.'));
                if (exported.contains(type.getPackageName()) && isVisible(type)) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.endsWith("-info.class");
    }

    private static boolean isVisible(Class<?> type) {
        return isVisible(type.getModifiers())
                && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** One line for each type in the signature of {@code type} that {@code forbidden} holds for. */
    static Set<String> uses(Class<?> type, Predicate<Class<?>> forbidden) {
        Set<String> uses = new TreeSet<>();
        collect(type.getName(), shown(type), forbidden, uses);
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers())) {
                collect(field.toString(), List.of(field.getGenericType()), forbidden, uses);
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor.getModifiers())) {
                collect(constructor.toString(), shown(constructor), forbidden, uses);
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method.getModifiers())) {
                List<Type> types = shown(method);
                types.add(method.getGenericReturnType());
                collect(method.toString(), types, forbidden, uses);
            }
        }
        return uses;
    }

    private static List<Type> shown(Class<?> type) {
        List<Type> types = new ArrayList<>(Arrays.asList(type.getGenericInterfaces()));
        types.add(type.getGenericSuperclass());
        types.addAll(Arrays.asList(type.getTypeParameters()));
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                types.add(component.getGenericType());
            }
        }
        return types;
    }

    private static List<Type> shown(Executable member) {
        List<Type> types = new ArrayList<>(Arrays.asList(member.getGenericParameterTypes()));
        types.addAll(Arrays.asList(member.getGenericExceptionTypes()));
        types.addAll(Arrays.asList(member.getTypeParameters()));
        return types;
    }

    private static void collect(String where, List<Type> types, Predicate<Class<?>> forbidden, Set<String> uses) {
        Set<Type> seen = new HashSet<>();
        for (Type type : types) {
            collect(where, type, forbidden, uses, seen);
        }
    }

    private static void collect(
            String where, Type type, Predicate<Class<?>> forbidden, Set<String> uses, Set<Type> seen) {
        if (type == null || !seen.add(type)) {
            return;
        }
        for (Type part : parts(type)) {
            collect(where, part, forbidden, uses, seen);
        }
        if (type instanceof Class<?> plain && forbidden.test(plain)) {
            uses.add(where + " shows " + plain.getName());
        }
    }

    private static List<Type> parts(Type type) {
        List<Type> parts = new ArrayList<>();
        if (type instanceof Class<?> plain && plain.isArray()) {
            parts.add(plain.getComponentType());
        } else if (type instanceof GenericArrayType array) {
            parts.add(array.getGenericComponentType());
        } else if (type instanceof ParameterizedType parameterized) {
            parts.add(parameterized.getRawType());
            parts.addAll(Arrays.asList(parameterized.getActualTypeArguments()));
        } else if (type instanceof TypeVariable<?> variable) {
            parts.addAll(Arrays.asList(variable.getBounds()));
        } else if (type instanceof WildcardType wildcard) {
            parts.addAll(Arrays.asList(wildcard.getUpperBounds()));
            parts.addAll(Arrays.asList(wildcard.getLowerBounds()));
        }
        return parts;
    }
}
