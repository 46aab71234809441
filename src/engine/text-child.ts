// Runs in a process of its own: a library may take any time and memory over a text, and nothing can interrupt it.
import { endWithService } from '../connectors/shared/end-with-service.ts'
import { cellForPerson } from '../kernel/cell.ts'
import { opened } from '../kernel/held.ts'
import { messageOf } from '../kernel/errors.ts'
import { rules } from '../rules/registry.ts'
import type { RuleInput } from '../rules/rule.ts'
import type { TextAnswer, TextQuestion } from './text-messages.ts'

let tester: ((text: string) => boolean) | undefined

process.on('message', (question: TextQuestion) => {
  void answer(question).then((given) => process.send?.(given))
})
endWithService('busy')

async function answer(question: TextQuestion): Promise<TextAnswer> {
  try {
    if (question.kind === 'judge') return { kind: 'judged', passes: question.texts.map(openTester()) }
    const rule = rules.get(question.rule_type)
    if (!('tester' in rule)) throw new Error(`"${question.rule_type}" does not judge texts.`)
    tester = await rule.tester(inputOf(question))
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'error', message: messageOf(error) }
  }
}

function openTester(): (text: string) => boolean {
  if (!tester) throw new Error('No rule is open.')
  return tester
}

/** The check was fitted to its container before; what it refers to is known there only. */
function inputOf({ fields, properties, container, now }: Extract<TextQuestion, { kind: 'open' }>): RuleInput {
  const [field] = fields
  if (!field) throw new Error('A rule of texts has a field.')
  const unknown = (): never => {
    throw new Error('Other fields and containers are not known where texts are judged.')
  }
  return {
    field,
    fields,
    properties,
    container,
    now,
    // No sentence is made here.
    records: 'records',
    shown: (value) => cellForPerson(opened(value)),
    named: unknown,
    referenced: unknown,
  }
}
