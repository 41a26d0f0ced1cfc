package splitpoint;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The few private members of HBase that the driver must reach. */
final class Hidden {
  private Hidden() {}

  static Object get(Class<?> type, Object of, String name) {
    try {
      return field(type, name).get(of);
    } catch (IllegalAccessException problem) {
      throw new IllegalStateException(problem);
    }
  }

  static void set(Class<?> type, Object of, String name, Object value) {
    try {
      field(type, name).set(of, value);
    } catch (IllegalAccessException problem) {
      throw new IllegalStateException(problem);
    }
  }

  static Object call(Object of, String name, Class<?>[] types, Object... arguments) {
    try {
      Method method = method(of.getClass(), name, types);
      method.setAccessible(true);
      return method.invoke(of, arguments);
    } catch (InvocationTargetException problem) {
      throw new IllegalStateException(problem.getCause());
    } catch (ReflectiveOperationException problem) {
      throw new IllegalStateException(problem);
    }
  }

  private static Method method(Class<?> type, String name, Class<?>[] types) throws NoSuchMethodException {
    for (Class<?> one = type; one != null; one = one.getSuperclass()) {
      try {
        return one.getDeclaredMethod(name, types);
      } catch (NoSuchMethodException above) {
        continue;
      }
    }
    throw new NoSuchMethodException(type + "." + name);
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException problem) {
      throw new IllegalStateException(problem);
    }
  }
}
