import assert from 'node:assert/strict'
import { barred, residentMemory, timed } from '../measure.ts'

/** Downloads all source records of a container scan, and watches the memory of the service's process while they come. */
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
    let most = 0
    for await (const piece of response.body ?? []) {
      bytes += piece.length
      for (const byte of piece) if (byte === 10) lines++
      most = Math.max(most, residentMemory(pid).now_mib)
    }
    return { rows: lines - 1, bytes, most }
  }
  await download('?limit=1000')
  const before = residentMemory(pid).now_mib
  const [milliseconds, { rows, bytes, most }] = await timed(() => download(''))
  return {
    rows,
    mib: Math.round(bytes / 2 ** 20),
    seconds: Math.round(milliseconds / 1000),
    rss_before_mib: before,
    rss_growth_mib: barred(most - before, 64),
  }
}
