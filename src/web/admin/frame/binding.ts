/** `path` is also the field's path in the error messages. */
export type Binding<T> = { path: string; value: T; onChange: (value: T) => void };

/** Binds the fields of an object: `<TextLine {...host("name")} label="Your name" />`. */
export function fieldsOf<T extends object>({ path, value, onChange }: Binding<T>) {
  return <K extends keyof T & string>(name: K): Binding<T[K]> => ({
    path: `${path}.${name}`,
    value: value[name],
    onChange: (changed) => onChange({ ...value, [name]: changed }),
  });
}

export function itemsOf<T>({ path, value, onChange }: Binding<T[]>): Binding<T>[] {
  return value.map((item, place) => ({
    path: `${path}.${place}`,
    value: item,
    onChange: (changed) => onChange(value.with(place, changed)),
  }));
}
