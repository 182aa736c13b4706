/// <reference lib="dom" /> What runs in the page needs the names of the page.
import type { Figure } from '../support/figures.ts'
import type { Stage } from '../support/stage.ts'
import { medianOf } from '../tiles/rounds.ts'
import type { OpenSeadragon } from './openseadragon.ts'
import type { ViewerPage } from './page.ts'

const rounds = 5
const most = 0.5

const raceSides = ['Cresyl', 'OpenSeadragon with WebGL', 'OpenSeadragon with canvas'] as const
export type RaceSide = (typeof raceSides)[number]
const others = raceSides.filter((side) => side !== 'Cresyl')

/** Milliseconds since the browser was told the address. */
export interface Arrival {
  firstTile: number
  fullView: number
}

export type RaceRound = Record<RaceSide, Arrival>

/** The same slide, browser and part of the window for all, each with nothing in the browser's cache, in turns. */
export async function measureRace(
  stage: Stage,
  viewer: ViewerPage,
  slideId: string,
  peer: OpenSeadragon,
): Promise<Figure[]> {
  const { page, devTools } = viewer
  const size = await viewer.screen()
  const watching = await page.addInitScript(noteFullView)
  const addresses: Record<RaceSide, string> = {
    Cresyl: `/slide/${slideId}`,
    'OpenSeadragon with WebGL': peer.addressFor({ ...size, drawer: 'webgl' }),
    'OpenSeadragon with canvas': peer.addressFor({ ...size, drawer: 'canvas' }),
  }
  const arrive = async (side: RaceSide): Promise<Arrival> => {
    await page.goto('about:blank')
    await devTools.send('Network.clearBrowserCache')
    await page.goto(addresses[side], { waitUntil: 'commit' })
    await page.waitForFunction(() => window.fullView !== undefined)
    return page.evaluate(readArrival)
  }
  const measured: RaceRound[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const turn = round % raceSides.length
    const arrivals = new Map<RaceSide, Arrival>()
    for (const side of [...raceSides.slice(turn), ...raceSides.slice(0, turn)])
      arrivals.set(side, await arrive(side))
    // The first counts for nobody: servers have opened the slide from then on.
    if (round === 0) continue
    measured.push(Object.fromEntries(arrivals) as RaceRound)
    const texts = raceSides.map((side) => `${side} ${textOf(arrivals.get(side))}`)
    stage.say(
      `Round ${round} of ${rounds}, ms until the first tile is asked for + all is there: ${texts.join('; ')}`,
    )
  }
  await watching.dispose()
  return raceFigures(measured)
}

const textOf = ({ firstTile, fullView }: Arrival = { firstTile: Number.NaN, fullView: Number.NaN }) =>
  `${firstTile.toFixed(0)} + ${(fullView - firstTile).toFixed(0)}`

/** Round by round; the bar holds beside each of its ways to draw, whichever is the faster one here. */
export function raceFigures(measured: readonly RaceRound[]): Figure[] {
  const whole = ({ fullView }: Arrival) => fullView
  const tiles = ({ firstTile, fullView }: Arrival) => fullView - firstTile
  const ratio = (length: (arrival: Arrival) => number, other: RaceSide) =>
    medianOf(measured.map((round) => length(round.Cresyl) / length(round[other])))
  const median = (length: (arrival: Arrival) => number, side: RaceSide) =>
    medianOf(measured.map((round) => length(round[side])))
  return [
    ...others.flatMap((other) => [
      {
        name: `First full view / ${other}`,
        value: ratio(whole, other),
        unit: '×',
        atMost: most,
      },
      {
        name: 'The same from the first tile on',
        value: ratio(tiles, other),
        unit: '×',
        atMost: most,
      },
    ]),
    ...raceSides.flatMap((side) => [
      {
        name: `First tile asked for, ${side}`,
        value: median(({ firstTile }) => firstTile, side),
        unit: 'ms',
      },
      { name: `First full view, ${side}`, value: median(whole, side), unit: 'ms' },
    ]),
  ]
}

declare global {
  interface Window {
    /** By the clock of the page, which begins with the navigation. */
    fullView?: number
  }
}

/** Runs in every page before anything else does; the other page notes it by itself. */
function noteFullView(): void {
  const look = () => {
    if (document.querySelector('[data-loading="loaded"]') === null) return
    window.fullView ??= performance.now()
    observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-loading'] })
}

/** Runs in the page. */
function readArrival(): Arrival {
  const tiles = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/viewers\/tiles\/|\/\d+\/\d+\/\d+$/.test(name))
    .map(({ startTime }) => startTime)
  return { firstTile: Math.min(...tiles), fullView: window.fullView ?? Number.NaN }
}
