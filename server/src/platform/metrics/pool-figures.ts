import { Gauge, type Registry } from 'prom-client'
import type { PoolState } from '../db/database.ts'

/** How the connections of this process to the database are used at the moment of reading. */
export function watchPool(registry: Registry, readState: () => PoolState): void {
  const registers = [registry]
  new Gauge({
    name: 'cresyl_database_pool_connections',
    help: 'Connections of the process to the database',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle } = readState()
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'used' }, total - idle)
    },
  })
  new Gauge({
    name: 'cresyl_database_pool_waiting',
    help: 'Work that waits for a connection to the database',
    registers,
    collect() {
      this.set(readState().waiting)
    },
  })
}
