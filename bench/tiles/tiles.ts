import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Stage } from '../support/stage.ts'
import type { AskOrder, AskReport } from './client.ts'
import { measureDecoding, measureRest, measureUnchanged, productPath } from './other-replies.ts'
import { startBareNode, startDeepZoom, startIipImage, startStaticFiles } from './peers.ts'
import { comparePicture } from './pictures.ts'
import { startTileProduct, type TileProduct } from './product.ts'
import { type Contestant, measureRounds, medianOf, type Round } from './rounds.ts'
import { chooseTiles, readTiles, type TileName, writeTilesSlide } from './slide.ts'

/** Of which every round asks for other ones: more than any server here keeps in memory. */
const tileCount = 8000
const comparedPictures = 5
/** What all but the slow ones are asked for when their CPU is measured. */
const perSecond = 3000

export const tiles: Benchmark = {
  about: 'CPU per tile of the product beside nginx, node:http, IIPImage and OpenSlide DeepZoom',
  run: async (stage) => {
    await stage.requireSpace(2 * bytes.GB)
    stage.say('A slide of 32,768 × 32,768 pixels is made')
    const slide = join(stage.folder, 'slide.tif')
    await writeTilesSlide(slide)
    const names = chooseTiles(tileCount)
    const contents = await readTiles(slide, names)
    const peers = {
      nginx: await startStaticFiles(stage, names, contents),
      bare: await startBareNode(stage, typicalOf(contents)),
      iipimage: await startIipImage(stage, slide),
      deepzoom: await startDeepZoom(stage, slide),
    }
    stage.say('The slide is uploaded to Cresyl')
    const postgres = await startPostgres(stage)
    const product = await startTileProduct(stage, postgres)
    const imageId = await product.addSlide(slide)
    const atRest = await measureRest(product)
    const many = { requests: 6000, perSecond }
    const contestants: Contestant[] = [
      { ...peers.bare, ...many, name: 'node:http', atRest: 0 },
      { ...asContestant(product, imageId), ...many, name: 'Cresyl', atRest },
      { ...peers.nginx, ...many, name: 'nginx static', atRest: 0 },
      { ...peers.iipimage, name: 'IIPImage', requests: 300, atRest: 0 },
      { ...peers.deepzoom, name: 'OpenSlide DeepZoom', requests: 120, atRest: 0 },
    ]
    await checkPictures(stage, contestants, names, contents, await product.token())
    const client = startChild<AskOrder, AskReport>(stage, new URL('./client.ts', import.meta.url))
    const rounds = await measureRounds({ stage, contestants, names, client, postgres, token: product.token })
    return {
      figures: [
        ...processorFigures(rounds),
        ...otherFigures(rounds),
        { name: 'CPU, Cresyl at rest', value: atRest, unit: 'ms/s' },
        ...(await measureUnchanged({ product, imageId, names, client })),
        ...(await measureDecoding({ stage, product, client })),
      ],
      versions: Object.assign({}, ...Object.values(peers).map(({ versions }) => versions)),
    }
  },
}

const asContestant = (product: TileProduct, imageId: string) => ({
  port: product.port,
  pids: [product.pid],
  pathOf: (tile: TileName) => productPath(imageId, tile),
})

/** The one in the middle by size. */
function typicalOf(contents: readonly Uint8Array[]): Uint8Array {
  const bySize = contents.toSorted((a, b) => a.length - b.length)
  return bySize[bySize.length >> 1] as Uint8Array
}

/** Before anything is measured: everybody answers with the slide's tiles. One reply that is always the same is exempt. */
async function checkPictures(
  stage: Stage,
  contestants: readonly Contestant[],
  names: readonly TileName[],
  contents: readonly Uint8Array[],
  token: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  for (const { name, port, pathOf } of contestants) {
    const differences: number[] = []
    for (const [index, tile] of names.slice(0, comparedPictures).entries()) {
      const expected = name === 'node:http' ? typicalOf(contents) : (contents[index] as Uint8Array)
      const url = `http://localhost:${port}${pathOf(tile)}`
      differences.push(await comparePicture(name, url, headers, expected))
    }
    stage.say(`${name}: tiles differ by ${Math.max(...differences).toFixed(2)} of 256 levels at most`)
  }
}

function processorFigures(rounds: ReadonlyMap<string, Round[]>): Figure[] {
  const each = [...rounds].map(([name, all]) => ({
    name: `CPU, ${name}`,
    value: medianOf(all.map((round) => round.processor)),
    unit: 'µs',
  }))
  const ratio = (of: string, to: string) => ratioOf(rounds, of, to, ({ processor }) => processor)
  const cheapest = (name: string) => Math.min(...(rounds.get(name) ?? []).map(({ processor }) => processor))
  return [
    ...each,
    {
      name: 'CPU, PostgreSQL of Cresyl',
      value: medianOf((rounds.get('Cresyl') ?? []).map((round) => round.postgres)),
      unit: 'µs',
    },
    { name: 'CPU, Cresyl / node:http (aim 1.5)', value: ratio('Cresyl', 'node:http'), unit: '×', atMost: 2 },
    {
      name: 'The same with what it uses at rest',
      value: ratioOf(rounds, 'Cresyl', 'node:http', ({ processorInAll }) => processorInAll),
      unit: '×',
    },
    {
      name: 'The same, cheapest round of each',
      value: cheapest('Cresyl') / cheapest('node:http'),
      unit: '×',
    },
    { name: 'CPU, IIPImage / Cresyl', value: ratio('IIPImage', 'Cresyl'), unit: '×', atLeast: 10 },
    {
      name: 'CPU, OpenSlide DeepZoom / Cresyl',
      value: ratio('OpenSlide DeepZoom', 'Cresyl'),
      unit: '×',
      atLeast: 30,
    },
  ]
}

function otherFigures(rounds: ReadonlyMap<string, Round[]>): Figure[] {
  return [...rounds].flatMap(([name, all]) => [
    {
      name: `${name}: requests / node:http's`,
      value: ratioOf(rounds, name, 'node:http', ({ perSecond }) => perSecond),
      unit: '×',
    },
    { name: `${name}: median`, value: medianOf(all.map((round) => round.median)), unit: 'ms' },
    {
      name: `${name}: 99th percentile`,
      value: medianOf(all.map((round) => round.percentile99)),
      unit: 'ms',
    },
    { name: `${name}: memory`, value: Math.max(...all.map(({ memory }) => memory)) / bytes.MB, unit: 'MB' },
  ])
}

/** Round by round, so that whatever else the machine did met both. */
function ratioOf(
  rounds: ReadonlyMap<string, Round[]>,
  of: string,
  to: string,
  figure: (round: Round) => number,
): number {
  const others = rounds.get(to) ?? []
  return medianOf((rounds.get(of) ?? []).map((round, n) => figure(round) / figure(others[n] as Round)))
}
