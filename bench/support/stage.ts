import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { LaunchFailure } from '../../launch/failure.js'
import { cacheFolder } from '../../launch/places.js'

/** Where a benchmark is set up; all of it is gone afterwards. */
export interface Stage {
  /** On the disk of the checkout: a folder for temporary files may be in memory. */
  folder: string
  say(text: string): void
  /** In the opposite order of what was set up. */
  onEnd(clear: () => unknown): void
  /** Refuses a disk that is too small. */
  requireSpace(bytes: number): Promise<void>
  end(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  await mkdir(cacheFolder(), { recursive: true })
  const folder = await mkdtemp(join(cacheFolder(), 'bench-'))
  const clears: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  return {
    folder,
    say: (text) => void process.stdout.write(`  ${text}\n`),
    onEnd: (clear) => void clears.push(clear),
    requireSpace: async (bytes) => {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize >= bytes) return
      const gigabytes = Math.ceil(bytes / 1e9)
      throw new LaunchFailure(
        `This benchmark needs ${gigabytes} GB of free disk space. Free some, and run it again.`,
      )
    },
    end: async () => {
      for (let clear = clears.pop(); clear !== undefined; clear = clears.pop()) await clear()
    },
  }
}
