import { jsonText } from '../exact-numbers.ts'
import type { Applied, Outcome } from './apply.ts'
import type { Plan, Step } from './plan.ts'

const signs = { create: '+', change: '~', delete: '-' } as const

/** A plan as a person reviews it: what is made, what changes member by member, and what is deleted. */
export function planText({ steps, unchanged }: Plan): string {
  const counted = (action: Step['action']): number => steps.filter((step) => step.action === action).length
  const lines = steps.flatMap(stepLines)
  lines.push(
    `${counted('create')} to create, ${counted('change')} to change, ${counted('delete')} to delete, ${unchanged} as they are.`,
  )
  return `${lines.join('\n')}\n`
}

function stepLines(step: Step): string[] {
  const head = `${signs[step.action]} ${step.kind.title} ${step.key}`
  if (step.action === 'create') return [`${head}  (${step.entry.place})`]
  if (step.action === 'delete') return [head]
  return [
    `${head}  (${step.entry.place})`,
    ...step.differences.map(({ member, from, to }) => `    ${member}: ${shown(from)} -> ${shown(to)}`),
  ]
}

/** One line of what became of a step. */
export function outcomeText({ step, refusal }: Outcome): string {
  const head = `${signs[step.action]} ${step.kind.title} ${step.key}`
  return refusal === null ? `${head}\n` : `! ${head}\n    ${refusal}\n`
}

/** The sentence at the end of applying. */
export function appliedText({ outcomes, unchanged }: Applied): string {
  const refused = outcomes.filter(({ refusal }) => refusal !== null).length
  return `${outcomes.length - refused} done, ${refused} refused, ${unchanged} as they were.\n`
}

const shown = (value: unknown): string => jsonText(value ?? null)
