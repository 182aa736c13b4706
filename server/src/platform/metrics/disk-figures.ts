import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'

/** How much is free where Cresyl writes. */
export function watchDisks(registry: Registry, { dataDir, storage }: Config): void {
  const folders = { data: dataDir, ...(storage.kind === 'disk' && { storage: storage.folder }) }
  new Gauge({
    name: 'cresyl_disk_free_bytes',
    help: 'Bytes free on the disk of the data folder and of the storage folder',
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [folder, path] of Object.entries(folders)) {
        const disk = await statfs(path).catch(() => null)
        if (disk !== null) this.set({ folder }, disk.bavail * disk.bsize)
      }
    },
  })
}
