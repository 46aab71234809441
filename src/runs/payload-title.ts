/** What the API document calls a payload: `ScanRun`, `PromoteQualityCheckSchedule`. */
export function payloadTitle(trigger: string, use: 'Run' | 'Schedule'): string {
  const words = trigger.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return [...words, use].join('')
}
