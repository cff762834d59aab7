import { SelectField } from "../../ui/select-field.tsx";
import type { Binding } from "../frame/binding.ts";
import { useEditor } from "./editor-context.ts";

type Props<V extends string> = Binding<V> & { label: string; options: readonly V[] };

export function SelectLine<V extends string>({ path, options, ...props }: Props<V>) {
  const { problemAt } = useEditor();
  return <SelectField {...props} id={path} error={problemAt(path)} options={options.map((one) => [one, one])} />;
}
