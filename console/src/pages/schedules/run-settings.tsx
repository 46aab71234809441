import { RunFields, type RunFilling } from '../../sources/run-fields.tsx'

/** The settings of the runs of a schedule, for who wants others than the usual; `isOpen`: they are shown without being asked for. */
export function RunSettings({ isOpen = false, ...filling }: RunFilling & { isOpen?: boolean }) {
  return (
    <details open={isOpen}>
      <summary>Settings of its runs</summary>
      <div className="stack run-fields">
        <RunFields {...filling} isOfContainer={false} />
      </div>
    </details>
  )
}
