import { Type, type Static } from 'typebox'

/** By what anomalies are counted. */
export const anomalyFacets = [
  'status',
  'anomaly_type',
  'datastore',
  'container',
  'quality_check',
  'rule_type',
  'field',
  'tag',
  'assignee',
  'is_new',
] as const
export type AnomalyFacet = (typeof anomalyFacets)[number]

/** By what checks are counted. */
export const checkFacets = [
  'status',
  'rule_type',
  'last_result',
  'datastore',
  'container',
  'field',
  'tag',
  'inferred',
] as const
export type CheckFacet = (typeof checkFacets)[number]

/** By what runs are counted. */
export const operationFacets = ['result', 'operation_type', 'datastore', 'triggered_by'] as const
export type OperationFacet = (typeof operationFacets)[number]

/** By what container scans are counted. */
export const containerScanFacets = ['result', 'datastore', 'container'] as const
export type ContainerScanFacet = (typeof containerScanFacets)[number]

/** By what containers are counted. */
export const containerFacets = ['container_type', 'status', 'datastore', 'tag'] as const
export type ContainerFacet = (typeof containerFacets)[number]

const FacetValue = Type.Object(
  {
    value: Type.String({ description: 'As the filter of this name takes it' }),
    label: Type.String({ description: 'What people call it' }),
    count: Type.Integer({ description: 'How many things the list would have with it' }),
  },
  { title: 'FacetValue', description: 'A value that a list can be filtered by, and how many things have it' },
)
export type FacetValue = Static<typeof FacetValue>

/** Values by the name of their facet. */
export const Facets = Type.Record(
  Type.String(),
  Type.Array(FacetValue, { description: 'The most frequent values first, a hundred at most' }),
)
export type Facets = Static<typeof Facets>
