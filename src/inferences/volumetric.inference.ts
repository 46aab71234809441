import { counted, defineInference, fewestValues } from './inference.ts'
import { volumeBounds } from './thresholds.ts'

/** The number of rows. */
export default defineInference({
  name: 'volumetric',
  rule_type: 'volumetric',
  level: 1,
  description:
    'The number of rows stays within two deviations of its mean over the last seven measurements, or between half and twice as many before there are three. Every measurement moves the bounds.',
  shows_values: false,
  may_have_exceptions: false,
  propose({ container, volumes }) {
    const [now = 0] = volumes
    const bounds = now < fewestValues ? null : volumeBounds(volumes)
    if (bounds === null) return []
    return [
      {
        fields: [],
        trial: { comparison: 'Absolute Value', ...bounds },
        because: `"${container}" has ${counted(now)} rows${volumes.length > 1 ? `, and was measured ${volumes.length} times` : ''}`,
        description: `"${container}" has from ${counted(bounds.min)} to ${counted(bounds.max)} rows`,
      },
    ]
  },
})
