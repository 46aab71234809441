/** The numbers of a run that judges rows, before it has begun. */
export const initialJudgingStatus = {
  total_containers: 0,
  containers_analyzed: 0,
  partitions_scanned: 0,
  records_processed: 0,
  anomalies_identified: 0,
  auto_resolved_anomaly_count: 0,
}
