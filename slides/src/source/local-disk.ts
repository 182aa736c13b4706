import { statfs } from 'node:fs/promises'

/** By the numbers that Linux gives them: ext, XFS, Btrfs, ZFS, F2FS, bcachefs, tmpfs, overlay. */
const localFileSystems = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x01021994, 0x794c7630,
])

/** Whether a file is known to lie on this machine itself; where nobody can tell, it is not. */
export async function isOnLocalDisk(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const found = await statfs(path).catch(() => undefined)
  return found !== undefined && localFileSystems.has(found.type)
}
