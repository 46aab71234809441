/** A record anomaly is one failing row; a shape anomaly is a failing container or partition. */
export const anomalyTypes = ['record', 'shape'] as const
export type AnomalyType = (typeof anomalyTypes)[number]

export const openAnomalyStatuses = ['Active', 'Acknowledged'] as const
export const archivedAnomalyStatuses = ['Resolved', 'Duplicate', 'Invalid', 'Discarded'] as const
export const anomalyStatuses = [...openAnomalyStatuses, ...archivedAnomalyStatuses] as const
export type AnomalyStatus = (typeof anomalyStatuses)[number]
