import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createClient } from '../../client/src/index.ts'
import { applyFiles } from '../../cli/config/apply.ts'
import { filesSchema } from '../../cli/config/files-schema.ts'
import { makePlan } from '../../cli/config/plan.ts'
import { planText } from '../../cli/config/print-plan.ts'
import { readFiles } from '../../cli/config/read-files.ts'
import { World } from '../../cli/config/world.ts'
import { writeFiles } from '../../cli/config/write-files.ts'
import { runCommand } from '../harness/command.ts'
import type { Body } from '../harness/scan-rounds.ts'
import { startWorkingApp, type WorkingApp } from '../harness/working-app.ts'

describe('a service as files', () => {
  let app: WorkingApp
  let url = ''
  let files = ''
  const secret = 't0ken-of-nobody'
  before(async () => {
    app = await startWorkingApp()
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    files = join(app.folder, 'config')
    mkdirSync(join(app.folder, 'data'))
    writeFileSync(join(app.folder, 'data/orders.csv'), 'id,customer,amount\n1,7,10\n2,7,20\n3,8,30\n')
    writeFileSync(join(app.folder, 'data/customers.csv'), 'id,name\n7,Ann\n8,Bo\n')
    write('tags.yaml', 'kind: tag\nname: finance\nweight_modifier: 5\n')
    write(
      'shop/places.yaml',
      `# Where the data is.
kind: connection
name: shop files
type: local
---
kind: datastore
name: Shop
connection: shop files
root_path: \${SHOP_FOLDER}
tags: [finance]
teams: [keepers]
`,
    )
    write(
      'people.yaml',
      'kind: team\nname: keepers\npermission: Author\ndescription: Look after orders\nusers: [ann, bo]\n',
    )
    write(
      'shop/flows.yaml',
      `kind: flow
name: Tell of orders
trigger_type: anomaly
filter_datastores: [Shop]
weight_threshold: 3
tags: [finance]
actions:
  - type: notification
    notification_type: Jira
    tokenized_message: "{{ anomaly_message }}"
    parameters: { url: https://jira.example.com, api_token: "\${ONCALL}", project: DATA }
    actions:
      - type: operation
        operation: { type: profile, datastore: Shop, container_names: [orders.csv] }
      - type: notification
        notification_type: Webhook
        tokenized_message: "{{ flow_name }} costs $\${FIVE}"
        parameters: { url: https://example.com/hook, secret: "\${HOOK}" }
  - type: anomaly
    muted: true
    anomaly: { action: archive, inactivity_days: 30, filter_datastores: [Shop] }
`,
    )
    write(
      'shop/templates.yaml',
      `kind: check_template
key: known
rule_type: existsIn
description: It is known
properties: { field_name: id, ref_container: customers.csv, ref_datastore: Shop }
template_locked: true
---
kind: quality_check
datastore: Shop
container: orders.csv
key: known id
rule_type: existsIn
description: The id is known
template: known
fields: [id]
`,
    )
    for (const user_name of ['ann', 'bo'])
      assert.equal((await app.ask('POST', '/api/users', { user_name })).status, 201)
    write(
      'shop/assets.yaml',
      `kind: container
datastore: Shop
name: orders.csv
description: One row an order
key_fields: [id]
---
# It reads what stands below it.
kind: container
datastore: Shop
name: large twice
container_type: computed_file
source_container: large orders
select_clause: id, amount
---
kind: container
datastore: Shop
name: large orders
container_type: computed_file
source_container: orders.csv
select_clause: id, amount
where_clause: amount > 15
---
kind: computed_field
datastore: Shop
container: orders.csv
name: cents
transformation: customExpression
properties: { column_expression: amount * 100 }
`,
    )
    write(
      'shop/checks.yaml',
      `kind: quality_check
datastore: Shop
container: orders.csv
key: amounts
rule_type: between
description: Amounts are plausible
fields: [amount]
properties: { min: 0, max: 1000, inclusive_min: true, inclusive_max: true }
coverage: 0.9
tags: [finance]
---
kind: quality_check
datastore: Shop
container: orders.csv
key: known customers
rule_type: existsIn
description: Each order is a customer's
fields: [customer]
properties: { field_name: id, ref_container: customers.csv }
---
kind: schedule
datastore: Shop
name: nightly
type: scan
crontab: 0 3 * * *
timezone: Europe/Berlin
settings: { container_names: [orders.csv], incremental: false }
`,
    )
  })
  after(() => app.close())

  const write = (name: string, text: string) => {
    const path = join(files, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const variables = () => ({
    SHOP_FOLDER: join(app.folder, 'data'),
    ONCALL: secret,
    HOOK: secret,
    TELL_OF_ORDERS_API_TOKEN: secret,
    TELL_OF_ORDERS_SECRET: secret,
  })
  const world = (request?: typeof fetch) =>
    new World(createClient({ url, token: 'admin-1', ...(request && { fetch: request }) }))
  const planned = async (prunes = false, folder = files) => {
    const { steps, unchanged } = await makePlan(world(), await readFiles(folder, variables()), prunes)
    return { steps: steps.map(({ action, kind, key }) => `${action} ${kind.name} ${key}`), unchanged }
  }
  const applied = async (prunes = false, request?: typeof fetch) => {
    const { outcomes } = await applyFiles(
      world(request),
      await readFiles(files, variables()),
      prunes,
      () => undefined,
    )
    return outcomes.flatMap(({ step, refusal }) => (refusal === null ? [] : `${step.key}: ${refusal}`))
  }
  const everything = [
    'create tag finance',
    'create team keepers',
    'create connection shop files',
    'create datastore Shop',
    'create container Shop/orders.csv',
    'create container Shop/large twice',
    'create container Shop/large orders',
    'create computed_field Shop/orders.csv/cents',
    'create check_template known',
    'create quality_check Shop/orders.csv/amounts',
    'create quality_check Shop/orders.csv/known customers',
    'create quality_check Shop/orders.csv/known id',
    'create schedule Shop/nightly',
    'create flow Tell of orders',
  ]

  test('is planned, then made even when the command is stopped in the middle, and is then as the files say', async () => {
    assert.deepEqual((await planned()).steps, everything)
    let requests = 0
    const breaking: typeof fetch = (...asked) => {
      requests += 1
      return requests > 25 ? Promise.reject(new Error('stopped')) : fetch(...asked)
    }
    await applied(false, breaking).catch(() => undefined)
    assert.ok(requests > 25, 'it was stopped')
    assert.notDeepEqual((await planned()).steps, everything)
    assert.deepEqual(await applied(), [])
    assert.deepEqual(await planned(), { steps: [], unchanged: everything.length })
    const { body: checks } = await app.ask('GET', '/api/quality-checks?inferred=false')
    assert.equal(checks.total, 3)
    const before = await app.rows()
    assert.deepEqual(await applied(), [])
    assert.equal(await app.rows(), before, 'nothing is written where nothing differs')
  })

  test('is written as files that make the same service, byte for byte', async () => {
    const out = join(app.folder, 'out')
    const scope = new Set(['Shop'])
    await writeFiles(world(), out, scope)
    const texts = () =>
      globSync('**/*.yaml', { cwd: out })
        .sort()
        .map((name) => [name, readFileSync(join(out, name), 'utf8')])
    const first = texts()
    assert.deepEqual(await planned(false, out), { steps: [], unchanged: everything.length })
    const path = join(out, 'datastores/shop/schedules/nightly.yaml')
    writeFileSync(path, `# Ann looks after it.\n${readFileSync(path, 'utf8')}`)
    assert.equal((await writeFiles(world(), out, scope)).changed, 0)
    assert.match(readFileSync(path, 'utf8'), /^# Ann/)
    writeFileSync(path, readFileSync(path, 'utf8').replace('# Ann looks after it.\n', ''))

    const { body: shop } = await app.ask('GET', '/api/datastores?name=Shop')
    assert.equal((await app.ask('DELETE', `/api/datastores/${shop.items[0].id}`)).status, 204)
    assert.ok((await planned(false, out)).steps.includes('create quality_check Shop/orders.csv/amounts'))
    const kept = files
    files = out
    try {
      assert.deepEqual(await applied(), [])
    } finally {
      files = kept
    }
    rmSync(join(out, 'datastores'), { recursive: true })
    await writeFiles(world(), out, scope)
    assert.deepEqual(texts(), first)

    // A secret that a channel may do without is written where there is one, and is there again when the flow is made anew.
    const [, flowFile = ''] = first.find(([name]) => name?.includes('tell_of_orders')) ?? []
    assert.match(flowFile, /secret: \$\{TELL_OF_ORDERS_SECRET\}/)
    const made = await flowNow()
    await app.ask('DELETE', `/api/flows/${made.id}`)
    files = out
    try {
      assert.deepEqual(await applied(), [])
    } finally {
      files = kept
    }
    const kept_secrets = (await flowNow()).actions.map((action: Body) => action.kept_secrets)
    assert.deepEqual(kept_secrets.flat().sort(), ['api_token', 'secret'])
  })

  test('shows what drifted member by member; only --prune deletes, and never what the source has', async () => {
    const { body: listed } = await app.ask('GET', '/api/quality-checks?search=plausible')
    const [check] = listed.items
    await app.ask('PUT', `/api/quality-checks/${check.id}`, { coverage: 0.5, description: 'By hand' })
    const container_id = check.container.id
    const added = { container_id, rule: 'notNull', fields: ['id'], description: 'Not in the files' }
    assert.equal((await app.ask('POST', '/api/quality-checks', added)).status, 201)
    const entries = await readFiles(files, variables())
    const plan = await makePlan(world(), entries, true)
    const text = planText(plan)
    assert.match(text, /~ quality check Shop\/orders.csv\/amounts {2}\(shop\/checks.yaml:1\)\n/)
    assert.match(text, /\n {4}description: "By hand" -> "Amounts are plausible"\n {4}coverage: 0.5 -> 0.9\n/)
    assert.match(text, /\n- quality check Shop\/orders.csv\/notnull__id\n/)
    assert.match(text, /\n0 to create, 1 to change, 1 to delete, 13 as they are.\n$/)
    assert.deepEqual(await applied(false), [])
    assert.deepEqual((await planned(true)).steps, ['delete quality_check Shop/orders.csv/notnull__id'])
    assert.deepEqual(await applied(true), [])
    assert.deepEqual((await planned(true)).steps, [])
  })

  const inFile = async (path: string, from: string | RegExp, to: string, work: () => Promise<void>) => {
    const before = readFileSync(join(files, path), 'utf8')
    const after = before.replace(from, to)
    assert.notEqual(after, before)
    write(path, after)
    await work()
    write(path, before)
  }
  const flowNow = async () => (await app.ask('GET', '/api/flows?search=orders')).body.items[0]

  test('a flow is compared action by action, keeps its actions and secrets, and never shows one', async () => {
    assert.deepEqual(await applied(), [])
    const before = await flowNow()
    await inFile(
      'shop/flows.yaml',
      '- type: anomaly\n    muted: true',
      '- type: anomaly\n    muted: false',
      async () => {
        await inFile('shop/flows.yaml', 'project: DATA', 'project: OPS', async () => {
          const text = planText(await makePlan(world(), await readFiles(files, variables()), false))
          assert.match(
            text,
            /actions\[0\].parameters.project: "DATA" -> "OPS"\n {4}actions\[1\].muted: true -> false\n/,
          )
          assert.doesNotMatch(text, /t0ken/)
          // Secrets that are not at hand are left as they are.
          const { ONCALL: _, HOOK: __, ...others } = variables()
          const { outcomes } = await applyFiles(
            world(),
            await readFiles(files, others),
            false,
            () => undefined,
          )
          assert.deepEqual(
            outcomes.map(({ refusal }) => refusal),
            [null],
          )
          const after = await flowNow()
          const uuids = (flow: typeof before) => flow.actions.map(({ uuid }: { uuid: string }) => uuid)
          assert.deepEqual(uuids(after), uuids(before))
          assert.equal((await planned()).steps.length, 0)
        })
      },
    )
    assert.deepEqual((await planned()).steps, ['change flow Tell of orders'])
    assert.deepEqual(await applied(), [])
    await inFile('shop/flows.yaml', /  - type: anomaly[^]*$/, '', async () => {
      const text = planText(await makePlan(world(), await readFiles(files, variables()), false))
      assert.match(text, /\n {4}actions\[1\]: "anomaly" -> null\n/)
    })
    await inFile('shop/flows.yaml', 'muted: true', 'mutted: true', () =>
      assert.rejects(readFiles(files, variables()), /shop\/flows.yaml:1: actions.1/),
    )
    const out = readFileSync(join(app.folder, 'out/flows/tell_of_orders.yaml'), 'utf8')
    assert.match(out, /api_token: \$\{TELL_OF_ORDERS_API_TOKEN\}\n/)
    assert.doesNotMatch(out, /t0ken|_id/)
  })

  test('people leave a team by its file, a user that is not there is named, and a flow goes only by --prune', async () => {
    await inFile('people.yaml', '[ann, bo]', '[bo]', async () => {
      assert.deepEqual(await applied(), [])
      const { body } = await app.ask('GET', '/api/teams?name=keepers')
      assert.deepEqual(
        body.items[0].users.map(({ user_name }: { user_name: string }) => user_name),
        ['bo'],
      )
    })
    await inFile('people.yaml', '[ann, bo]', '[ann, zoe]', async () => {
      assert.deepEqual(await applied(), ['keepers: There is no user "zoe"; users are made on the service.'])
    })
    assert.deepEqual(await applied(), [])
    const flows = readFileSync(join(files, 'shop/flows.yaml'), 'utf8')
    const everywhere = { name: 'About all', trigger_type: 'manual' }
    assert.equal((await app.ask('POST', '/api/flows', everywhere)).status, 201)
    rmSync(join(files, 'shop/flows.yaml'))
    assert.deepEqual((await planned()).steps, [])
    assert.deepEqual((await planned(true)).steps, ['delete flow Tell of orders'])
    write('shop/flows.yaml', flows)
  })

  test('takes what it can when something is refused, and says at which line files are wrong', async () => {
    write(
      'more.yaml',
      `kind: quality_check
datastore: Shop
container: nowhere
key: lost
rule_type: notNull
description: Of a container that is not there
fields: [id]
---
kind: quality_check
datastore: Shop
container: customers.csv
key: names
rule_type: notNull
description: Everybody has a name
fields: [name]
`,
    )
    assert.deepEqual(await applied(), [
      'Shop/nowhere/lost: "Shop" has no container "nowhere"; a sync finds new ones.',
    ])
    write(
      'more.yaml',
      `kind: quality_check
datastore: Shop
---
kind: chek
---
kind: tag
name: finance
colour: red
---
{kind: tag, name: finance}
---
{kind: datastore, name: B, connection: "\${NOT_THERE}"}
---
{kind: tag, name: *nobody }
`,
    )
    await assert.rejects(readFiles(files, variables()), (error: Error) => {
      const lines = error.message.split('\n')
      assert.match(lines[0] ?? '', /^more.yaml:1: .*container/)
      assert.match(lines[1] ?? '', /^more.yaml:4: There is no kind "chek"; there are tag, team, connection/)
      assert.match(lines[2] ?? '', /^more.yaml:6: A tag has no member "colour"\./)
      assert.match(lines[3] ?? '', /^more.yaml:12: The variable NOT_THERE is not set/)
      assert.match(lines[4] ?? '', /^more.yaml:14: .*alias.*nobody/)
      assert.match(lines[5] ?? '', /^tags.yaml:1: the tag finance is described in more.yaml:10 already\./)
      return true
    })
    rmSync(join(files, 'more.yaml'))
    assert.match(JSON.stringify(filesSchema()), /"const":"quality_check"/)
  })

  test('keeps who applied which files of which commit, and nothing of an apply that changed nothing', async () => {
    const folder = join(app.folder, 'repository')
    const text = 'kind: tag\nname: kept in git\n'
    mkdirSync(join(folder, 'tags'), { recursive: true })
    writeFileSync(join(folder, 'tags/one.yaml'), text)
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        encoding: 'utf8',
      })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Tags')
    const git_commit = git('rev-parse', 'HEAD').trim()
    const assay = async (...args: string[]) => {
      const said = await runCommand(args, { ASSAY_URL: url, ASSAY_TOKEN: 'admin-1' })
      assert.equal(said.code, 0, said.errors)
      return said.out
    }
    await assay('apply', folder)
    await assay('apply', folder)
    writeFileSync(join(folder, 'tags/two.yaml'), 'kind: tag\nname: not in git\n')
    await assay('apply', folder)

    const { body } = await app.ask('GET', '/api/config-applies?size=2')
    const [dirty, clean] = body.items
    assert.deepEqual(
      [
        clean.git_commit,
        clean.git_dirty,
        clean.file_count,
        clean.done,
        clean.unchanged,
        clean.user.user_name,
      ],
      [git_commit, false, 1, 1, 0, 'admin-1'],
    )
    assert.deepEqual(
      [dirty.git_commit, dirty.git_dirty, dirty.file_count, dirty.done, dirty.refused, dirty.unchanged],
      [git_commit, true, 2, 1, 0, 1],
    )
    const { body: read } = await app.ask('GET', `/api/config-applies/${clean.id}`)
    const digest = createHash('sha256').update(text).digest('hex')
    assert.deepEqual(read.files, [{ path: 'tags/one.yaml', digest }])
    const { body: log } = await app.ask('GET', '/api/activity?actions=apply_configuration&size=2')
    assert.deepEqual(
      log.items.map(({ resource_id, details }: Body) => [
        resource_id,
        details.digest,
        details.git_commit,
        details.git_dirty,
      ]),
      [dirty, clean].map((apply) => [apply.id, apply.digest, apply.git_commit, apply.git_dirty]),
    )
    const commit = git_commit.slice(0, 12)
    assert.match(
      await assay('status'),
      new RegExp(
        `2 files of commit ${commit} with changes that are not committed, by .*: 1 done, 0 refused\\.`,
      ),
    )
    const again = await app.ask('PUT', `/api/config-applies/${clean.id}`, {
      done: 0,
      refused: 0,
      unchanged: 0,
    })
    assert.equal(again.status, 409)
    const other = await app.ask(
      'PUT',
      `/api/config-applies/${clean.id}`,
      { done: 0, refused: 0, unchanged: 0 },
      await app.user('Member'),
    )
    assert.equal(other.status, 404)
  })
})
