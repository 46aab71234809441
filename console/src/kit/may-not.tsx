/** Above a form: why the person may not send it (null: they may), before they have filled it in. */
export function MayNot({ why }: { why: string | null }) {
  return why === null ? null : <p className="problem">{why}</p>
}
