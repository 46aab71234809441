import { after, afterEach, before, describe, type TestContext } from 'node:test'
import { startConsole, type ConsoleInBrowser } from '../harness/console-in-browser.ts'
import { absence } from './stories/absence.ts'
import { anomalies } from './stories/anomalies.ts'
import { beyond } from './stories/beyond.ts'
import { checks } from './stories/checks.ts'
import { compute } from './stories/compute.ts'
import { choosing } from './stories/choosing.ts'
import { computed } from './stories/computed.ts'
import { connections } from './stories/connections.ts'
import { containerSettings } from './stories/container-settings.ts'
import { details } from './stories/details.ts'
import { everyPage } from './stories/every-page.ts'
import { exports } from './stories/exports.ts'
import { flows } from './stories/flows.ts'
import { hostileText } from './stories/hostile.ts'
import { inbox } from './stories/inbox.ts'
import { keyboard } from './stories/keyboard.ts'
import { leaving } from './stories/leaving.ts'
import { lists } from './stories/lists.ts'
import { live } from './stories/live.ts'
import { observability } from './stories/observability.ts'
import { people } from './stories/people.ts'
import { promote } from './stories/promote.ts'
import { rights } from './stories/rights.ts'
import { runSettings } from './stories/run-settings.ts'
import { runs } from './stories/runs.ts'
import { signIn } from './stories/sign-in.ts'
import { settings } from './stories/settings.ts'
import { prepareData } from './stories/data.ts'
import { sheets } from './stories/sheets.ts'
import { slow } from './stories/slow.ts'
import { sources } from './stories/sources.ts'
import { together } from './stories/together.ts'

/** One service and one browser for all pages: each start takes seconds. */
describe('the console', () => {
  let shared: ConsoleInBrowser
  before(async () => {
    shared = await startConsole()
    await prepareData(shared.app)
  })
  after(() => shared?.close())
  afterEach(async (context) => {
    const { error } = context as TestContext
    if (error) context.diagnostic?.(await shared.describePages())
  })
  const stories = [
    signIn,
    everyPage,
    anomalies,
    checks,
    beyond,
    details,
    sources,
    connections,
    compute,
    computed,
    observability,
    people,
    runs,
    runSettings,
    exports,
    containerSettings,
    sheets,
    leaving,
    choosing,
    together,
    lists,
    live,
    absence,
    slow,
    flows,
    inbox,
    promote,
    settings,
    rights,
    keyboard,
    hostileText,
  ]
  for (const story of stories) story(() => shared)
})
