import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { askService, isRunning, placeForHome, postmasterOf } from '../harness/service-process.ts'

const demo = join(import.meta.dirname, '../../demo/demo.ts')

/** What is wrong with the published data; each figure was counted by hand, with queries of DuckDB and PostgreSQL. */
const known = [
  ['airports.csv', '"country" has one known value', '4'],
  ['airports.csv', 'Codes have three characters', '42'],
  ['airports.csv', 'Guam and the Marianas are in the east', '5'],
  ['birdstrikes.csv', '"Effect Amount of damage" is one of 5 known values', '1'],
  ['birdstrikes.csv', 'Without damage there is no cost', '55'],
  ['flights-3m.parquet', 'No flight is more than two hours early', '3'],
  ['flights-3m.parquet', 'No flight is more than a day late', '8'],
  ['flights-3m.parquet', 'Flights are of the first half of 2001', '6'],
  ['movies.json', '"MPAA Rating" is one of 6 known values', '2'],
  ['movies.json', 'Every film has a title', '1'],
  ['movies.json', 'No title occurs twice', '24'],
  ['movies.json', 'A title is more than a number', '9'],
  ['movies.json', 'The director of 60 % is known', '1,331'],
  ['penguins.json', '"Beak Length (mm)" has a value', '2'],
  ['penguins.json', 'Sex is male or female', '1'],
  ['weather.csv', 'It snows at 5 degrees at most', '1'],
  ['weather.csv', 'Boston reports its temperature', '-'],
  ['flights', 'No flight is listed twice', '2'],
  ['movies', '"release_date" is not in the future', '16'],
  ['movies', 'Films were released before 2012', '22'],
]

interface Running {
  child: ChildProcess
  lines: string[]
  /** Resolves with the first line that matches, or undefined when the output ends without. */
  line(pattern: RegExp): Promise<string | undefined>
}

function startDemo(home: string, ...flags: string[]): Running {
  const child = spawn(process.execPath, [demo, ...flags], {
    env: { PATH: process.env['PATH'], ASSAY_HOME: home, ASSAY_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  return {
    child,
    lines,
    async line(pattern) {
      const closed = once(output, 'close')
      for (;;) {
        const found = lines.find((line) => pattern.test(line))
        if (found !== undefined) return found
        const isOver = await Promise.race([closed.then(() => true), once(output, 'line').then(() => false)])
        if (isOver) return lines.find((line) => pattern.test(line))
      }
    },
  }
}

/** The rows below the table's heading: cells are at least two spaces apart. */
function tableOf(lines: readonly string[]): string[][] {
  const start = lines.findIndex((line) => line.startsWith('Container'))
  const end = lines.indexOf('', start)
  return lines.slice(start + 1, end).map((line) => line.split(/ {2,}/))
}

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')

/** What is told of each run, without the seconds, which the README leaves out. */
function told(lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.startsWith('  ') && line.endsWith(' s)'))
    .map((line) => line.replace(/\(.*\)$/, ''))
}

test('the README shows what the demo finds', () => {
  assert.deepEqual(
    tableOf(readme.split('\n')).map((row) => row.slice(0, 3)),
    known,
  )
})

test('the demo finds what is known to be wrong, twice the same, and serves until it is stopped', async () => {
  const { home, remove } = placeForHome('open')
  after(remove)
  const first = startDemo(home, '--once')
  const [code] = await once(first.child, 'close')
  assert.equal(code, 0, first.lines.join('\n'))
  const table = tableOf(first.lines)
  assert.deepEqual(
    table.map((row) => row.slice(0, 3)),
    known,
  )
  assert.ok(first.lines.includes('40 checks: 20 passed, 19 failed, 1 without a verdict.'))
  assert.ok(
    table.some((row) => row[3]?.startsWith('longitude: -144.7') || row[3]?.startsWith('longitude: -145.')),
  )

  assert.ok(first.lines.includes('  check  movies: "release_date" is not in the future'))
  assert.deepEqual(told(first.lines), told(readme.split('\n')))

  const second = startDemo(home)
  assert.ok(await second.line(/goes on until Ctrl-C/), second.lines.join('\n'))
  assert.deepEqual(tableOf(second.lines), table)
  const url = /ready at (\S+)/.exec(second.lines[0] ?? '')?.[1] ?? ''
  const total = async (path: string) =>
    ((await askService(url, home, 'GET', path)).body as { total: number }).total
  assert.equal(await total('/quality-checks?status=Active'), 40)
  assert.equal(await total('/datastores'), 2)
  assert.equal(await total('/anomalies'), 50, 'the second scan found the anomalies of the first again')
  const postmaster = postmasterOf(home)
  second.child.kill('SIGINT')
  assert.deepEqual(await once(second.child, 'close'), [0, null])
  assert.equal(isRunning(postmaster), false)
})
