import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LaunchFailure } from '../../launch/failure.js'
import { processorTime } from './process-tree.ts'

const run = promisify(execFile)
/** A libvips inside Node says in VIPSHOME where it lies; another one would look for its modules there. */
const environment = { ...process.env, VIPSHOME: undefined }

export interface Vips {
  version: string
  /** CPU ms of writing a picture as a pyramid of JPEG tiles. */
  writePyramid(picture: string, path: string, options: { quality: number; tileSide: number }): Promise<number>
}

export async function findVips(): Promise<Vips> {
  const { stdout } = await run('vips', ['--version'], { env: environment }).catch(() => {
    throw new LaunchFailure(
      'libvips, which the figures are compared with, is not installed here. Install it (`sudo apt-get install libvips-tools`) and run the command again.',
    )
  })
  return {
    version: stdout.trim().replace(/^vips-/, ''),
    writePyramid: async (picture, path, { quality, tileSide }) => {
      const tiles = [
        '--tile',
        '--tile-width',
        `${tileSide}`,
        '--tile-height',
        `${tileSide}`,
        '--pyramid',
        '--bigtiff',
      ]
      const before = await processorTime(process.pid)
      await run('vips', ['tiffsave', picture, path, ...tiles, '--compression', 'jpeg', '--Q', `${quality}`], {
        env: environment,
      })
      // Of this process too, which does nothing meanwhile; the time of a child that has ended is among its own.
      return (await processorTime(process.pid)) - before
    },
  }
}
