import type { Environment } from '../../access/context.ts'

/** Checks that a refusal names; the others are counted. */
const namedChecks = 20

/** Says of checks without a verdict, out of `asked`, that there is none; the sentence for the container scan, which has failed. */
export function reportSilence(
  environment: Environment,
  containerScanId: number,
  checks: readonly number[],
  asked: number,
): string {
  const sentence = `The service reached no verdict on ${checks.length} of ${asked} checks (${checks.slice(0, namedChecks).join(', ')}). This is a fault of the service; please report it.`
  environment.log.error({ container_scan: containerScanId, checks }, sentence)
  return sentence
}
