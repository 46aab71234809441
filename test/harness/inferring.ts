import { StatementRefused } from '../../src/connectors/connector.ts'
import { readable } from '../../src/connectors/readable.ts'
import type { ScanRequest } from '../../src/engine/check.ts'
import type { Proposal } from '../../src/engine/inference/decide.ts'
import { inferChecks } from '../../src/engine/inference/infer-checks.ts'
import { testChecks } from '../../src/engine/inference/test-checks.ts'
import { profilePartitions, type ProfileRequest } from '../../src/engine/profile/profile-container.ts'
import { allRows } from '../../src/engine/relation.ts'
import { opened } from '../../src/kernel/held.ts'
import type { DiscoveredField } from '../../src/model/field.ts'
import { tmpdir } from 'node:os'
import { boundsIn, type ExampleStore } from './example-stores.ts'

/** A table whose checks are inferred, and tables of the same columns on which they are tried. */
export interface Inferring {
  propose(table: string, level: number): Promise<Proposal[]>
  /** The proposals that the table breaks; `without` is a field that it lacks, `age` the hours since it was modified (default 1). */
  failing(table: string, proposals: readonly Proposal[], without?: string, age?: number): Promise<Proposal[]>
}

const hourMs = 3_600_000

/** `customers` is the table that others may refer to, with its key `id`. */
export function inferringIn({ session, container }: ExampleStore, customers: string): Inferring {
  const now = Date.UTC(2026, 10, 22)
  const refersTo = container(customers)
  const scanOf = (table: string, fields: readonly DiscoveredField[], age: number): ScanRequest => ({
    container: container(table),
    known_fields: fields,
    masked_fields: new Set(),
    checks: [],
    references: new Map([
      [
        1,
        {
          container_id: 1,
          datastore_id: 1,
          name: refersTo.name,
          fields: [{ name: 'id', type: 'Integral', native_type: 'BIGINT', nullable: true }],
          container: refersTo,
          open: null,
        },
      ],
    ]),
    measurements: new Map(),
    last_modified: new Date(now - age).toISOString(),
    staging: boundsIn(tmpdir()),
    check_variables: {},
    rollup_threshold: 1,
    source_record_limit: 0,
    increment: null,
    record_cap: null,
    now: new Date(now).toISOString(),
  })
  return {
    async propose(table, level) {
      const { fields, partitions } = await session.describe(container(table))
      const profile: ProfileRequest = {
        container: container(table),
        observed: fields,
        left_out: new Set(),
        increment: null,
        record_cap: null,
        settings: {
          high_correlation_threshold: 0.5,
          histogram_max_distinct_values: 100,
          types_are_declared: true,
        },
      }
      const names = partitions.map(({ name }) => name)
      const measured = await profilePartitions(session, profile, names)
      const modifications = [1, 25, 48].map((hours) => now - hours * hourMs)
      const inferred = await inferChecks(session, profile, names, measured, {
        level,
        held_out: { share: 0.4, most: 100_000 },
        scan: scanOf(table, fields, hourMs),
        standing: [],
        references: [
          {
            container_id: 1,
            datastore_id: 1,
            container: refersTo.name,
            field: 'id',
            type: 'Integral',
            distinct: 300,
          },
        ],
        volumes: [measured.records_count],
        modifications,
      })
      if (inferred instanceof StatementRefused) throw inferred
      return inferred ? opened(inferred.proposals) : []
    },
    async failing(table, proposals, without, age = 1) {
      const { fields } = await session.describe(container(table))
      const shown = fields.filter(({ name }) => name !== without)
      const tried = proposals.map((proposal) => ({
        subject: proposal,
        definition: { ...proposal, filter: null, anomaly_message_field: null, coverage: 1 },
        where: null,
      }))
      const relation = allRows(readable(session), container(table), fields)
      const results = await testChecks(
        readable(session),
        relation,
        scanOf(table, shown, age * hourMs),
        shown,
        tried,
      )
      return [...results].flatMap(([proposal, { failed, anomalous, asserted }]) =>
        failed && (anomalous === null || anomalous > (1 - proposal.coverage) * asserted) ? [proposal] : [],
      )
    },
  }
}
