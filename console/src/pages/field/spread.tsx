import type { Quantile } from '../../api/api.generated.ts'
import { NewCheck } from '../../checks/new-check.tsx'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useTyped } from '../../kit/typed.ts'
import { binsOf, roundedTo, shareOutside } from '../../profiles/distribution.ts'
import { Histogram, type Limit, type Range } from '../../profiles/histogram.tsx'
import { useAddress } from '../../shell/search.ts'

/** Parts of the histogram. */
const parts = 40

/** How the values are spread, and a range of them that is to become a check; it stands in the address. `check` is what a new check begins with. */
export function Spread({
  quantiles,
  limits,
  isWhole,
  check,
}: {
  quantiles: readonly Quantile[]
  limits: readonly Limit[]
  isWhole: boolean
  check: { datastoreId: number; container: number; fields: string }
}) {
  const { one, change } = useAddress()
  const bins = binsOf(quantiles, parts)
  if (bins.length === 0) return null
  const span = (bins.at(-1)?.to ?? 0) - (bins[0]?.from ?? 0)
  const [from, to] = [one('from'), one('to')]
  const range = rangeOf(from, to)
  const choose = (drawn: Range | null) =>
    change(
      drawn === null
        ? { from: undefined, to: undefined }
        : {
            from: String(roundedTo(drawn.from, span, isWhole)),
            to: String(roundedTo(drawn.to, span, isWhole)),
          },
      { replace: true },
    )
  return (
    <>
      <Histogram
        caption="How the values are spread, about (from the quantiles). Draw over a part to make a check of it."
        bins={bins}
        limits={limits}
        range={range}
        choose={choose}
      />
      <Bounds from={from} to={to} quantiles={quantiles} check={check} />
    </>
  )
}

/** The ends of the range as fields, what lies outside, and the way to a check of it. */
function Bounds({
  from,
  to,
  quantiles,
  check,
}: {
  from: string | undefined
  to: string | undefined
  quantiles: readonly Quantile[]
  check: { datastoreId: number; container: number; fields: string }
}) {
  const { change } = useAddress()
  const { datastoreId, ...begin } = check
  const range = rangeOf(from, to)
  return (
    <div className="row">
      <End label="From" member="from" value={from} />
      <End label="To" member="to" value={to} />
      {range !== null && (
        <>
          <span role="status">
            About {Number((shareOutside(quantiles, range) * 100).toPrecision(2))} % of the values lie outside.
          </span>
          <NewCheck
            datastoreId={datastoreId}
            begin={{ ...begin, rule: 'between', min: from, max: to }}
            kind="plain"
          >
            New check: from {from} to {to}
          </NewCheck>
          <Button onClick={() => change({ from: undefined, to: undefined }, { replace: true })}>Clear</Button>
        </>
      )}
    </div>
  )
}

/** An end of the range, which stands in the address. */
function End({ label, member, value }: { label: string; member: 'from' | 'to'; value: string | undefined }) {
  const { change } = useAddress()
  const { text, ...line } = useTyped(value ?? '', (typed) =>
    change({ [member]: typed || undefined }, { replace: true }),
  )
  return <TextField label={label} inputMode="decimal" value={text} {...line} />
}

/** Two numbers, the first not above the second; null: they are not. */
function rangeOf(from: string | undefined, to: string | undefined): Range | null {
  if (!from?.trim() || !to?.trim()) return null
  const range = { from: Number(from), to: Number(to) }
  return range.from <= range.to ? range : null
}
