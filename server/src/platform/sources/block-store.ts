import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../file-error.ts'
import { type Block, type BlockName, decodeBlock, encodeBlock, mostHeaderBytes } from './block-file.ts'
import type { BlockFolder } from './source-descriptor.ts'

export const blockBytes = 256 * 1024

/** Blocks of remote files on the disk of this machine, shared by its processes. Never fails: it is only a cache. */
export interface BlockStore {
  read(object: string, index: number, length: number): Promise<Block | undefined>
  /** Returns at once; what can't be kept isn't. */
  keep(object: string, index: number, block: Block): void
  /** The object is no longer of this version: blocks of it are not read any more. */
  outdate(object: string, etag: string): void
  /** Once everything that was to be kept is on disk. */
  settled(): Promise<void>
}

export interface BlockStoreOptions extends BlockFolder {
  /** Told why nothing is kept, at most once in an hour. */
  onTrouble?: ((sentence: string, error: unknown) => void) | undefined
}

/** So many blocks are in a shard: few enough to look through, enough to fill evenly. */
const shardBlocks = 256
const mostShards = 4096
/** What goes when a shard is full: seldom enough to cost little. */
const evictedShare = 1 / 8
/** Bytes that may wait to be written. */
const mostWaiting = 32 * 1024 * 1024
/** A block that is read counts as used again, though not each time. */
const touchedAfter = 600_000
/** How long nothing is written after a failure. */
const restMilliseconds = 30_000
const quietMilliseconds = 3_600_000
/** Room for what several processes write to one shard at the same moment. */
const sparedBlocks = 8
const mostOutdated = 1000
/** What is left to others on the disk: a tenth of it, at most 2 GB. */
const leftFree = { share: 0.1, bytes: 2 * 1024 ** 3 }
const freeCheckedFor = 2000

/**
 * Blocks lie in shards by a hash of what they are. Each shard has its share of the room, so that whoever writes to one
 * can keep the whole within bounds by looking into that one alone: nobody has to sweep, nothing is locked.
 */
export function createBlockStore({ folder, maxBytes, onTrouble }: BlockStoreOptions): BlockStore {
  const { root, shards, perShard } = planShards(folder, maxBytes)
  const outdated = new Set<string>()
  let writing = Promise.resolve()
  let waitingBytes = 0
  let restUntil = 0
  let quietUntil = 0
  let free = { until: 0, bytes: 0 }

  const placeOf = (object: string, index: number) => {
    const name: BlockName = { object: createHash('sha256').update(object).digest(), index }
    const hash = createHash('sha256').update(name.object).update(String(index)).digest('hex')
    const shard = join(root, (Number.parseInt(hash.slice(0, 8), 16) % shards).toString(16).padStart(3, '0'))
    return { name, shard, path: join(shard, hash) }
  }

  /** Asked of the disk now and then; what is written meanwhile is taken off. */
  const hasRoomFor = async (bytes: number) => {
    if (performance.now() > free.until) {
      const disk = await statfs(root)
      const left = Math.min(leftFree.bytes, disk.blocks * disk.bsize * leftFree.share)
      free = { until: performance.now() + freeCheckedFor, bytes: disk.bavail * disk.bsize - left }
    }
    free.bytes -= bytes
    return free.bytes > 0
  }

  const rest = (error: unknown) => {
    restUntil = performance.now() + restMilliseconds
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + quietMilliseconds
    onTrouble?.(
      `Parts of slides can't be kept in ${folder}: they are fetched from the bucket each time. Check that there is room on its disk and that it may be written to.`,
      error,
    )
  }

  const write = async (object: string, index: number, block: Block) => {
    const { name, shard, path } = placeOf(object, index)
    const file = encodeBlock(name, block)
    if (!file) return
    const temporary = join(shard, `${randomUUID()}.new`)
    try {
      await mkdir(shard, { recursive: true, mode: 0o700 })
      await makeRoom(shard, () => perShard - 1)
      // Others need the disk more: what is new takes the place of twice as much.
      const isScarce = !(await hasRoomFor(file.length))
      if (isScarce && (await makeRoom(shard, (blocks) => blocks - 2)) < 2) {
        return rest(new Error('The disk is nearly full'))
      }
      const handle = await open(temporary, 'w', 0o600)
      try {
        await handle.writeFile(file)
      } finally {
        await handle.close()
      }
      await rename(temporary, path)
    } catch (error) {
      await unlink(temporary).catch(() => {})
      rest(error)
    }
  }

  return {
    read: async (object, index, length) => {
      const { name, path } = placeOf(object, index)
      const handle = await open(path, 'r').catch(() => undefined)
      if (!handle) return
      try {
        const { size, mtimeMs } = await handle.stat()
        if (size > length + mostHeaderBytes) return
        const file = Buffer.allocUnsafeSlow(size)
        const { bytesRead } = await handle.read(file, 0, size, 0)
        const block = bytesRead === size ? decodeBlock(name, length, file) : undefined
        if (block && outdated.has(`${object} ${block.etag}`)) return
        const now = Date.now()
        if (block && Math.abs(now - mtimeMs) > touchedAfter) await utimes(path, now / 1000, now / 1000)
        return block
      } catch {
        return
      } finally {
        await handle.close().catch(() => {})
      }
    },
    keep: (object, index, block) => {
      const { byteLength } = block.bytes
      if (performance.now() < restUntil || waitingBytes + byteLength > mostWaiting) return
      waitingBytes += byteLength
      // One after the other: each sees what the one before has written.
      writing = writing
        .then(() => (performance.now() < restUntil ? undefined : write(object, index, block)))
        .finally(() => {
          waitingBytes -= byteLength
        })
    },
    outdate: (object, etag) => {
      if (outdated.size >= mostOutdated) outdated.clear()
      outdated.add(`${object} ${etag}`)
    },
    settled: () => writing,
  }
}

/** The number of shards is part of the folder's name: with another size the blocks lie elsewhere. */
function planShards(folder: string, maxBytes: number) {
  const blocks = Math.floor(maxBytes / (blockBytes + mostHeaderBytes))
  const wanted = 2 ** Math.floor(Math.log2(Math.max(1, blocks / shardBlocks)))
  const shards = Math.min(mostShards, wanted)
  const share = Math.floor(blocks / shards)
  const perShard = Math.max(1, share - Math.min(sparedBlocks, share >> 4))
  return { root: join(folder, `v1-${shards}`), shards, perShard }
}

/** At most so many files stay: those used last. Others may do the same at the same time. Tells how many went. */
async function makeRoom(shard: string, mostOf: (files: number) => number): Promise<number> {
  const names = await readdir(shard)
  const most = Math.max(0, mostOf(names.length))
  if (names.length <= most) return 0
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(shard, name)
      return {
        path,
        used: await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      }
    }),
  )
  files.sort((a, b) => a.used - b.used)
  const going = files.slice(0, names.length - most + Math.floor(most * evictedShare))
  await Promise.all(going.map(({ path }) => unlink(path).catch(() => {})))
  return going.length
}

/** Removes what is too much since the folder was given another size. One that isn't there yet is made when needed. */
export async function trimBlockFolder({ folder, maxBytes }: BlockFolder): Promise<void> {
  const { root, perShard } = planShards(folder, maxBytes)
  for (const name of await list(folder)) {
    const path = join(folder, name)
    if (/^v\d+-\d+$/.test(name) && path !== root) await rm(path, { recursive: true, force: true })
  }
  for (const shard of await list(root)) await makeRoom(join(root, shard), () => perShard)
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
}
