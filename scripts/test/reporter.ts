// The report of `npm test`: Node's own, and a failure for each chosen file whose process ended before its tests had.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import type { Batch } from './plan.ts'
import { reachedFile } from './run-files.ts'

type Event<Type extends string> = Extract<TestEvent, { type: Type }>

/** The input of the report of `npm test`: the files of each batch by the path of its program, and where the measured times go. */
export interface Plan {
  batches: Record<string, Batch>
  measured: string
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const plan: Plan = JSON.parse(readFileSync(process.env['ASSAY_TEST_PLAN'] ?? '', 'utf8'))
  for await (const part of Readable.from(completed(source, plan)).compose(new spec())) yield String(part)
}

/** The events with those added that Node leaves out: a process that ends too early takes what it had to say with it. */
async function* completed(source: AsyncIterable<TestEvent>, plan: Plan): AsyncGenerator<TestEvent> {
  const milliseconds: Record<string, number> = {}
  const broken = new Set<string>()
  const differences = { tests: 0, pass: 0, fail: 0 }
  let isAtEnd = false
  for await (const event of source) {
    if (isEndOfFile(event)) milliseconds[event.data.name] = event.data.details.duration_ms
    // A program is no test: its files are told at the end, when it is known which of them have ended.
    if ((event.type === 'test:start' || isResult(event)) && plan.batches[event.data.name]) {
      if (event.type === 'test:fail') broken.add(event.data.name)
      if (event.type !== 'test:start') differences[event.type === 'test:pass' ? 'pass' : 'fail'] -= 1
      continue
    }
    if (event.type === 'test:diagnostic' && event.data.nesting === 0 && !isAtEnd) {
      isAtEnd = true
      const failures = Object.entries(plan.batches).flatMap(([program, files]) =>
        lost(program, files, milliseconds, broken.has(program)),
      )
      differences.fail += failures.length
      differences.tests = differences.pass + differences.fail
      yield* failures
      if (failures.length > 0) process.exitCode = 1
    }
    yield isAtEnd && event.type === 'test:diagnostic' ? recounted(event, differences) : event
  }
  writeFileSync(plan.measured, JSON.stringify(milliseconds))
}

function isResult(event: TestEvent): event is Event<'test:pass' | 'test:fail'> {
  return event.type === 'test:pass' || event.type === 'test:fail'
}

function isEndOfFile(event: TestEvent): event is Event<'test:pass' | 'test:fail'> {
  return isResult(event) && event.data.nesting === 0 && event.data.details.type === 'suite'
}

/** The failures of a batch that Node does not tell: the file in which its process ended, and those whose results went with it. */
function lost(
  program: string,
  files: Batch,
  ended: Record<string, number>,
  isBroken: boolean,
): Event<'test:fail'>[] {
  const missing = files.filter((file) => ended[file] === undefined)
  const reached = existsSync(reachedFile(program)) ? readFileSync(reachedFile(program), 'utf8') : ''
  const culprit = files.find((file) => file === reached) ?? files[0] ?? ''
  if (missing.length === 0 && !isBroken) return []
  if (!missing.includes(culprit)) missing.push(culprit)
  return missing.map((file) => {
    if (file !== culprit) return failure(file, `It was not run to its end: its process ended in ${culprit}.`)
    const moment = ended[file] === undefined ? 'before its tests had' : 'with a failure after its tests'
    return failure(file, `The process ended ${moment}.`)
  })
}

function failure(file: string, sentence: string): Event<'test:fail'> {
  const cause = new Error(sentence)
  cause.stack = sentence
  const error = Object.assign(new Error(sentence), {
    code: 'ERR_TEST_FAILURE',
    failureType: 'testCodeFailure',
    cause,
  })
  return {
    type: 'test:fail',
    data: {
      name: file,
      file,
      line: 1,
      column: 1,
      nesting: 0,
      testNumber: 0,
      testId: 0,
      parentId: undefined,
      tags: [],
      details: { duration_ms: 0, error },
    },
  }
}

/** The line of the summary with what was added to it, e.g. `fail 3`. */
function recounted(
  event: Event<'test:diagnostic'>,
  differences: Record<string, number>,
): Event<'test:diagnostic'> {
  const message = event.data.message.replace(
    /^(\w+) (\d+)$/,
    (_line, word: string, count: string) => `${word} ${Number(count) + (differences[word] ?? 0)}`,
  )
  return { ...event, data: { ...event.data, message } }
}
