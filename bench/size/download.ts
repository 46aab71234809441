import assert from 'node:assert/strict'
import { barred, timed } from '../measure.ts'
import { familyMemory, FamilyMemory } from '../processes.ts'

/** Downloads all source records of a container scan, and watches the memory of the service and its children while they come. */
export async function measureDownload(
  address: string,
  token: string,
  containerScan: number,
  pid: number,
): Promise<object> {
  const path = `${address}/api/container-scans/${containerScan}/source-records/download`
  const download = async (limit: string) => {
    const response = await fetch(`${path}${limit}`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(response.status, 200)
    let lines = 0
    let bytes = 0
    using memory = new FamilyMemory(pid)
    for await (const piece of response.body ?? []) {
      bytes += piece.length
      for (const byte of piece) if (byte === 10) lines++
    }
    return { rows: lines - 1, bytes, most: memory.stop() }
  }
  await download('?limit=1000')
  const before = Math.round(familyMemory(pid))
  const [milliseconds, { rows, bytes, most }] = await timed(() => download(''))
  return {
    rows,
    mib: Math.round(bytes / 2 ** 20),
    seconds: Math.round(milliseconds / 1000),
    memory_before_mib: before,
    memory_growth_mib: barred(most - before, 64),
  }
}
