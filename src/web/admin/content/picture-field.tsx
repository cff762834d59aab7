import { PicturePicker } from "../../media/picture-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

type Props = {
  path: string;
  label: string;
  /** Empty if there is no picture. */
  value: string | undefined;
  size: { width: number; height: number };
  onChange: (url: string) => void;
};

export function PictureField({ path, label, value: url, size, onChange }: Props) {
  return (
    <div id={path} tabIndex={-1} className="space-y-3">
      <p className="font-semibold">{label}</p>
      {url ? (
        <Picture src={url} alt="" {...size} sizes="20rem" className="aspect-video w-full max-w-xs rounded-xl" />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <PicturePicker onPicked={(picture) => onChange(picture.url)}>
          {url ? "Choose another picture" : "Choose a picture"}
        </PicturePicker>
        {url ? (
          <Button look="quiet" onClick={() => onChange("")}>
            Remove the picture
          </Button>
        ) : null}
      </div>
    </div>
  );
}
