import { isDeepStrictEqual } from 'node:util'
import { withoutNulls, type Difference } from './compare.ts'
import { continued, type ActionSpec } from './flow-actions.ts'

/** Whether a parameter of a channel is never shown. */
export type IsSecret = (channel: string, parameter: string) => boolean

/** What the actions of a file have otherwise, by where it stands, such as `actions[0].muted`; never a secret. */
export function actionDifferences(
  standing: readonly ActionSpec[],
  wanted: readonly ActionSpec[],
  isSecret: IsSecret,
  path = 'actions',
): Difference[] {
  const before = continued(wanted, standing)
  const found = wanted.flatMap((want, index): Difference[] => {
    const place = `${path}[${index}]`
    const one = before[index]
    if (!one) return [{ member: place, from: null, to: titleOf(want) }]
    const after =
      want.actions === undefined
        ? []
        : actionDifferences(one.actions ?? [], want.actions ?? [], isSecret, `${place}.actions`)
    return [...settingDifferences(one, want, isSecret, place), ...after]
  })
  const gone = standing.filter((one) => !before.includes(one))
  const kept = before.filter((one) => one !== null)
  const places = kept.map((one) => standing.indexOf(one))
  const isMoved = places.some((place, index) => place < (places[index - 1] ?? 0))
  return [
    ...found,
    ...gone.map((one) => ({ member: `${path}[${standing.indexOf(one)}]`, from: titleOf(one), to: null })),
    ...(isMoved ? [{ member: path, from: standing.map(titleOf), to: wanted.map(titleOf) }] : []),
  ]
}

const titleOf = ({ type, notification_type }: ActionSpec): string =>
  notification_type == null ? type : `${type} by ${notification_type}`

function settingDifferences(
  one: ActionSpec,
  want: ActionSpec,
  isSecret: IsSecret,
  place: string,
): Difference[] {
  const channel = want.notification_type ?? ''
  const parameters = Object.entries(want.parameters ?? {}).filter(([name]) => !isSecret(channel, name))
  const pairs: [string, unknown, unknown][] = [
    ...(want.muted === undefined ? [] : [pair('muted', one.muted ?? false, want.muted ?? false)]),
    ...(['tokenized_message', 'operation', 'anomaly'] as const).flatMap((member) =>
      want[member] == null ? [] : [pair(member, one[member] ?? null, want[member])],
    ),
    ...parameters.map(([name, value]) => pair(`parameters.${name}`, one.parameters?.[name] ?? null, value)),
  ]
  return pairs
    .filter(([, from, to]) => !isDeepStrictEqual(withoutNulls(from), withoutNulls(to)))
    .map(([member, from, to]) => ({ member: `${place}.${member}`, from, to }))
}

const pair = (member: string, from: unknown, to: unknown): [string, unknown, unknown] => [member, from, to]
