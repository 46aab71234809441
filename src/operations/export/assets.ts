import { connectors } from '../../connectors/registry.ts'
import type { WrittenColumn, WrittenType, WrittenValue } from '../../connectors/writer.ts'
import { exportPolicy } from '../../disclosure/exports.ts'
import { shownFieldProfile } from '../../disclosure/field-profiles.ts'
import { anomalyStatuses, openAnomalyStatuses } from '../../model/anomaly.ts'
import { checkStatuses, openCheckStatuses } from '../../model/check.ts'
import type { Check } from '../../model/check-record.ts'
import type { ExportedAsset } from '../../model/operation.ts'
import type { FieldProfile } from '../../model/profile-record.ts'
import type { GlobalTag } from '../../model/tag.ts'
import { presentChecks } from '../../services/checks/present.ts'
import { checksAfter } from '../../store/checks.ts'
import type { EnrichedDatastore } from '../../store/enrichment.ts'
import { exportedAnomalies, exportedAtOnce, type ExportedAnomaly } from '../../store/exports.ts'
import { listNewest } from '../../store/field-profiles.ts'
import type { Store } from '../../store/pool.ts'
import { newestScores } from '../../store/scores/history.ts'
import { tagsOf } from '../../store/tags.ts'
import type { ExportPayload } from './payload.ts'

/** A container whose assets are written, and where they come from. */
export interface ExportedContainer {
  store: Store
  datastore: EnrichedDatastore
  container: { id: number; name: string }
  settings: Pick<ExportPayload, 'include_deleted' | 'include_masked'>
  /** The moment of the export. */
  generated_at: string
}

/** A kind of asset as a table: how it is called after the prefix, its columns, and its rows by container. */
interface Asset {
  table: string
  columns: readonly WrittenColumn[]
  rows(of: ExportedContainer): AsyncIterable<WrittenValue[][]>
  /** What to say of a container that has none; null for nothing. */
  whenNone: ((container: string) => string) | null
}

/** A column with what it has of an item. */
type Column<Item> = [
  name: string,
  type: WrittenType,
  valueOf: (item: Item, of: ExportedContainer) => WrittenValue,
]

interface Pages<Item> {
  table: string
  columns: readonly Column<Item>[]
  /** The items of a container in pages. */
  pages(of: ExportedContainer): AsyncIterable<Item[]>
  whenNone?: (container: string) => string
}

function asset<Item>({ table, columns, pages, whenNone }: Pages<Item>): Asset {
  return {
    table,
    columns: columns.map(([name, type]) => ({ name, type })),
    async *rows(of) {
      for await (const items of pages(of))
        yield items.map((item) => columns.map(([, , valueOf]) => valueOf(item, of)))
    },
    whenNone: whenNone ?? null,
  }
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Columns that say where an item comes from. */
const origin: Record<string, Column<unknown>> = {
  container_id: ['CONTAINER_ID', 'integer', (_, { container }) => container.id],
  source_container: ['SOURCE_CONTAINER', 'text', (_, { container }) => container.name],
  datastore_id: ['DATASTORE_ID', 'integer', (_, { datastore }) => datastore.id],
  source_datastore: ['SOURCE_DATASTORE', 'text', (_, { datastore }) => datastore.name],
}
const origins = Object.values(origin)
const generatedAt = (type: WrittenType): Column<unknown> => [
  'GENERATED_AT',
  type,
  (_, { generated_at }) => generated_at,
]

const anomalies = asset<ExportedAnomaly>({
  table: 'anomalies_export',
  columns: [
    ['ID', 'integer', ({ id }) => id],
    ['CREATED', 'timestamp', ({ created }) => created],
    ['UUID', 'text', ({ uuid }) => uuid],
    ['TYPE', 'text', ({ type }) => type],
    ['STATUS', 'text', ({ status }) => status],
    ['GLOBAL_TAGS', 'text', ({ tags }) => tags.join(',')],
    ...origins,
    generatedAt('timestamp'),
  ],
  async *pages({ store, container, settings }) {
    const statuses = settings.include_deleted ? anomalyStatuses : openAnomalyStatuses
    for (let after = 0, isLast = false; !isLast;) {
      const items = await exportedAnomalies(store.database, container.id, statuses, after)
      yield items
      after = items.at(-1)?.id ?? after
      isLast = items.length < exportedAtOnce
    }
  },
})

const checks = asset<Check>({
  table: 'checks_export',
  columns: [
    ['ADDITIONAL_METADATA', 'text', (check) => json(check.additional_metadata)],
    ['COVERAGE', 'float', ({ coverage }) => coverage],
    ['CREATED', 'text', ({ created }) => created],
    ['DELETED_AT', 'text', ({ deleted_at }) => deleted_at],
    ['DESCRIPTION', 'text', ({ description }) => description],
    ['FIELDS', 'text', ({ fields }) => fields.map(({ name }) => name).join(',')],
    ['FILTER', 'text', ({ filter }) => filter],
    generatedAt('text'),
    ['GLOBAL_TAGS', 'text', ({ global_tags }) => global_tags.map(({ name }) => name).join(',')],
    ['HAS_PASSED', 'boolean', ({ is_passing }) => is_passing],
    ['ID', 'integer', ({ id }) => id],
    ['INFERRED', 'boolean', ({ inferred }) => inferred],
    ['IS_NEW', 'boolean', ({ last_asserted }) => last_asserted === null],
    ['LAST_ASSERTED', 'text', ({ last_asserted }) => last_asserted],
    ['LAST_EDITOR', 'text', ({ last_editor }) => last_editor],
    ['LAST_UPDATED', 'text', ({ last_updated }) => last_updated],
    ['NUM_CONTAINER_SCANS', 'integer', ({ num_container_scans }) => num_container_scans],
    ['PROPERTIES', 'text', ({ properties }) => json(properties)],
    ['RULE_TYPE', 'text', ({ rule_type }) => rule_type],
    ['WEIGHT', 'float', ({ weight }) => weight],
    ...origins,
    ['TEMPLATE_ID', 'integer', ({ template_id }) => template_id],
    ['IS_TEMPLATE', 'boolean', () => false],
  ],
  async *pages({ store, container, settings }) {
    const statuses = settings.include_deleted ? checkStatuses : openCheckStatuses
    const limit = exportedAtOnce
    for (let after = 0, isLast = false; !isLast;) {
      const rows = await checksAfter(store.database, container.id, statuses, { after, limit })
      yield await presentChecks({ store }, rows)
      after = rows.at(-1)?.id ?? after
      isLast = rows.length < limit
    }
  },
})

type ShownProfile = FieldProfile & { tags: GlobalTag[]; score: number | null }

const profiles = asset<ShownProfile>({
  table: 'field_profiles_export',
  columns: [
    ['APPROXIMATE_DISTINCT_VALUES', 'float', (profile) => profile.approximate_distinct_values],
    ['COMPLETENESS', 'float', (profile) => profile.completeness],
    ...origins,
    [
      'CONTAINER_STORE_TYPE',
      'text',
      (_, { datastore }) => connectors.find(datastore.type)?.store_type ?? null,
    ],
    ['CREATED', 'text', ({ created }) => created],
    ['DATASTORE_TYPE', 'text', (_, { datastore }) => datastore.type],
    ['ENTROPY', 'float', (profile) => profile.entropy],
    ['FIELD_GLOBAL_TAGS', 'text', ({ tags }) => tags.map(({ name }) => name).join(',')],
    ['FIELD_ID', 'integer', (profile) => profile.field_id],
    ['FIELD_NAME', 'text', ({ name }) => name],
    ['FIELD_PROFILE_ID', 'integer', ({ id }) => id],
    ['FIELD_QUALITY_SCORE', 'float', ({ score }) => score],
    ['FIELD_TYPE', 'text', (profile) => profile.field_type],
    ['FIELD_WEIGHT', 'integer', ({ tags }) => tags.reduce((sum, tag) => sum + tag.weight_modifier, 0)],
    generatedAt('text'),
    ['HISTOGRAM_BUCKETS', 'text', (profile) => json(profile.histogram_buckets)],
    ['IS_NOT_NORMAL', 'boolean', (profile) => profile.is_not_normal],
    ['KLL', 'text', ({ kll }) => json(kll)],
    ['KURTOSIS', 'float', ({ kurtosis }) => kurtosis],
    ['MAX', 'float', ({ max }) => max],
    ['MAX_LENGTH', 'float', (profile) => profile.max_length],
    ['MEAN', 'float', ({ mean }) => mean],
    ['MEDIAN', 'float', ({ median }) => median],
    ['MIN', 'float', ({ min }) => min],
    ['MIN_LENGTH', 'float', (profile) => profile.min_length],
    ['NAME', 'text', ({ name }) => name],
    ['Q1', 'float', ({ q1 }) => q1],
    ['Q3', 'float', ({ q3 }) => q3],
    ['SKEWNESS', 'float', ({ skewness }) => skewness],
    ['STD_DEV', 'float', (profile) => profile.std_dev],
    ['SUM', 'float', ({ sum }) => sum],
    ['TYPE_DECLARED', 'boolean', (profile) => profile.type_declared],
    ['UNIQUE_DISTINCT_RATIO', 'float', (profile) => profile.unique_distinct_ratio],
  ],
  async *pages({ store: { database }, container, settings }) {
    const policy = await exportPolicy(database, container.id, settings.include_masked)
    const isShown = ({ status }: FieldProfile): boolean =>
      settings.include_deleted || status === 'active' || status === 'masked'
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const found = await listNewest(database, container.id, { page, size: 200 })
      const items = found.items.map((row) => shownFieldProfile(row, policy)).filter(isShown)
      const ids = items.map((item) => item.field_id)
      const tags = await tagsOf(database, 'field_id', ids)
      const scores = await newestScores(database, 'field_id', ids)
      yield items.map((item) => ({
        ...item,
        tags: tags.get(item.field_id) ?? [],
        score: scores.get(item.field_id)?.total ?? null,
      }))
      pages = found.pages
    }
  },
  whenNone: (container) =>
    `"${container}" has no profile yet, so nothing of it was written; run a profile of it first.`,
})

/** The assets by what clients call them. */
export const assets: Record<ExportedAsset, Asset> = { anomalies, checks, profiles }
