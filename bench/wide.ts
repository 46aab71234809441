import { againstHand } from './against-hand.ts'
import { orderRowChecks, orderUniqueChecks } from './order-checks.ts'
import { setupsOf, peersOnParquet } from './peer-setups.ts'
import { ordersOr, placeOrders, wide } from './orders.ts'
import { engineMemoryMb, withService } from './service.ts'

/** Fifty row checks and five on uniqueness on ten million orders of twenty columns, by the service and by hand. */
export async function measureWide(folder: string): Promise<object> {
  const path = await placeOrders(folder, ordersOr(10_000_000), wide)
  const checks = [...orderRowChecks, ...orderUniqueChecks]
  const task = { path, text: null, checks, memory_mb: engineMemoryMb, scratch_folder: folder }
  const peers = setupsOf(await peersOnParquet(folder, path), checks)
  return withService(folder, (service) =>
    againstHand(service, task, { rounds: 3, ratio: 1.3, memory_mib: 1024, peers }),
  )
}
