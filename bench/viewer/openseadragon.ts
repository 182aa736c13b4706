import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LaunchFailure } from '../../launch/failure.js'
import { findNpm, npmEnvironment, npmManners } from '../../launch/npm.js'
import { cacheFolder } from '../../launch/places.js'
import { tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import { startDeepZoom } from '../tiles/peers.ts'

const run = promisify(execFile)
const version = '6.1.1'

export interface Size {
  width: number
  height: number
}

export interface OpenSeadragon {
  /** Of a page with nothing but the slide on it, in a part of the window that is so large. */
  addressFor(wish: Size & { drawer: 'webgl' | 'canvas' }): string
  versions: Record<string, string>
}

/** The viewer that most others are built on, over the server that most begin with. */
export async function startOpenSeadragon(stage: Stage, slide: string, size: Size): Promise<OpenSeadragon> {
  const pages = join(stage.folder, 'openseadragon')
  await mkdir(pages)
  await copyFile(await fetchScript(), join(pages, 'openseadragon.js'))
  await writeFile(join(pages, 'page.html'), pageOf(size))
  const { port, versions } = await startDeepZoom(stage, slide, pages)
  return {
    addressFor: ({ width, height, drawer }) =>
      `http://localhost:${port}/page.html?width=${width}&height=${height}&drawer=${drawer}`,
    versions: { ...versions, OpenSeadragon: version },
  }
}

/** Into the cache and not among the packages of the checkout: nobody but this benchmark needs it. */
async function fetchScript(): Promise<string> {
  const folder = join(cacheFolder(), 'openseadragon', version)
  const script = join(folder, 'package', 'build', 'openseadragon', 'openseadragon.min.js')
  if (existsSync(script)) return script
  await mkdir(folder, { recursive: true })
  const words = ['pack', `openseadragon@${version}`, '--ignore-scripts', ...npmManners]
  try {
    const environment = npmEnvironment(process.execPath)
    await run(process.execPath, [findNpm(), ...words], { cwd: folder, env: environment })
    const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    await run('tar', ['-xzf', archive], { cwd: folder })
  } catch (cause) {
    throw new LaunchFailure(
      `OpenSeadragon ${version}, which the figures are compared with, could not be fetched. Check the network and \`npm config get registry\`, and run the command again.`,
      { cause },
    )
  }
  return script
}

/** As its users begin: nothing is set but where the tiles are and how it draws. When it is done is left in `fullView`. */
const pageOf = ({ width, height }: Size) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>OpenSeadragon</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 }</style>
<script src="openseadragon.js"></script>
</head>
<body>
<div id="view"></div>
<script>
const wish = new URLSearchParams(location.search)
const element = document.getElementById('view')
element.style.width = wish.get('width') + 'px'
element.style.height = wish.get('height') + 'px'
const maxLevel = ${Math.ceil(Math.log2(Math.max(width, height)))}
const viewer = OpenSeadragon({
  element,
  drawer: wish.get('drawer'),
  showNavigationControl: false,
  tileSources: {
    width: ${width},
    height: ${height},
    tileSize: ${tileSide},
    tileOverlap: 0,
    minLevel: 0,
    maxLevel,
    getTileUrl: (level, x, y) => '/' + (maxLevel - level) + '/' + x + '/' + y,
  },
})
viewer.addHandler('open', () => {
  const image = viewer.world.getItemAt(0)
  const look = () => {
    if (image.getFullyLoaded()) window.fullView ??= performance.now()
  }
  image.addHandler('fully-loaded-change', look)
  look()
})
</script>
</body>
</html>
`
