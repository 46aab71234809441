/** A record anomaly is one failing row; a shape anomaly is a failing container or partition. */
export const anomalyTypes = ['record', 'shape'] as const
export type AnomalyType = (typeof anomalyTypes)[number]

/** Statuses of what is still to be dealt with. */
export const openAnomalyStatuses = ['Active', 'Acknowledged'] as const
/** Why an anomaly was put away. */
export const archivedAnomalyStatuses = ['Resolved', 'Duplicate', 'Invalid', 'Discarded'] as const
/** Every status that an anomaly can have. */
export const anomalyStatuses = [...openAnomalyStatuses, ...archivedAnomalyStatuses] as const
export type AnomalyStatus = (typeof anomalyStatuses)[number]
