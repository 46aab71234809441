import type { Requirement } from './requirements.ts'
import type { Caller, World } from './world.ts'

/** The body of a check that no other one equals. */
export const newCheck = (status: string) => (world: World) => ({
  container_id: world.own.container,
  description: 'x',
  rule: 'between',
  fields: ['age'],
  properties: { min: world.unique(), max: 1_000_000 },
  status,
})

/** Rows of the source, asked for before the datastore is led elsewhere. */
export const previews: readonly Requirement[] = [
  {
    endpoint: 'GET /containers/{id}/source-records',
    when: 'masked values stay masked',
    target: 'container',
  },
  {
    endpoint: 'GET /containers/{id}/source-records',
    when: '`include_masked` is true',
    target: 'container',
    query: 'include_masked=true',
  },
  {
    endpoint: 'POST /containers/{id}/scan',
    target: 'container',
    // Other requests make fields of this container, which its rows must have.
    async body({ app }, id) {
      const { body: fields } = await app.ask(
        'GET',
        `/api/containers/${id}/fields?status=active&status=masked`,
      )
      const names = fields.map(({ name }: { name: string }) => name)
      const given = names.filter((name: string) => !name.startsWith('computed'))
      const row = Object.fromEntries(given.map((name: string) => [name, name === 'name' ? 'Ada' : null]))
      return { records: JSON.stringify([row]) }
    },
  },
]

/** Checks that are tried out. */
export const trials: readonly Requirement[] = [
  {
    endpoint: 'POST /quality-checks/validate',
    body: (world) => ({ quality_check: newCheck('Active')(world) }),
  },
  {
    endpoint: 'POST /quality-checks/{id}/dry-run',
    when: 'masked values stay masked',
    target: 'check',
    body: () => ({}),
  },
  {
    endpoint: 'POST /quality-checks/{id}/dry-run',
    when: '`include_masked` is true',
    target: 'check',
    body: () => ({ include_masked: true }),
  },
]

/** Templates, and the checks that are made from them. */
export const templates: readonly Requirement[] = [
  // Templates: of the workspace, written by Managers; their checks are made by who may make checks.
  {
    endpoint: 'POST /quality-check-templates',
    body: (world) => ({ description: `made ${world.unique()}`, rule: 'notNull' }),
  },
  {
    endpoint: 'PUT /quality-check-templates/{id}',
    target: 'template',
    body: () => ({ description: 'x' }),
  },
  { endpoint: 'DELETE /quality-check-templates/{id}', target: 'template', fresh: true },
  ...(['Active', 'Draft'] as const).map((status) => ({
    endpoint: 'POST /quality-check-templates/{id}/quality-checks',
    when: status === 'Draft' ? 'the checks are drafts' : 'a check is not a draft',
    body: (world: World) => [
      { container_id: world.own.container, fields: ['age'], properties: { value: world.unique() }, status },
    ],
    target: 'template' as const,
    hiddenFrom: ({ permission, where }: Caller) => permission === null || where !== 'own',
  })),
]
