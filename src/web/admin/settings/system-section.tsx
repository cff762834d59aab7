import { BACKUP_RETENTION_DAYS } from "#domain/settings/settings.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { Switch } from "../../ui/switch.tsx";
import type { SectionProps } from "./draft.ts";
import { Section } from "./section.tsx";
import { NumberSetting } from "./text-setting.tsx";

export function SystemSection(props: SectionProps) {
  const { draft, change, errors, saved } = props;
  return (
    <Section title="System" about="Backups and troubleshooting.">
      <div className="divide-y divide-line">
        <Switch
          label="Automatic backups"
          hint="A backup of the database and the pictures, every night."
          error={errors["automaticBackups"]}
          checked={draft.automaticBackups}
          onChange={(automaticBackups) => change({ automaticBackups })}
        />
        <div className="py-4">
          <NumberSetting
            {...props}
            name="backupRetention"
            label="Keep backups for (days)"
            range={BACKUP_RETENTION_DAYS}
            className="max-w-60"
          />
        </div>
        <Switch
          label="Debug mode"
          hint={
            saved.debugUntil
              ? `On until ${formatMoment(saved.debugUntil, saved.timezone, "short")}, then it turns off automatically.`
              : "Writes more details to the server's log, to help find a problem. Turns off automatically after 24 hours."
          }
          error={errors["debugMode"]}
          checked={draft.debugMode}
          onChange={(debugMode) => change({ debugMode })}
        />
      </div>
    </Section>
  );
}
