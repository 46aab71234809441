import { azuriteAbsence, startAzurite } from './azurite.ts'
import { startVersitygw, versitygwAbsence } from './versitygw.ts'

/** Servers of objects that others wrote, by their names; each has one container or bucket, `lake`. */
export const foreignObjectServers = {
  'Azurite, the emulator of Azure by its maker': {
    type: 'abfs',
    absence: azuriteAbsence,
    start: startAzurite,
  },
  'versitygw, a gateway of the S3 protocol': {
    type: 's3',
    absence: versitygwAbsence,
    start: startVersitygw,
  },
} as const
