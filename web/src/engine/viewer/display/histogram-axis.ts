import type { ChannelStats } from '@cresyl/contract/slides/images'
import { type PlaneWindow, planeWindow } from '@cresyl/contract/slides/viewers'
import { clampGamma } from './change-display.ts'
import type { ChannelDisplay } from './display.ts'

/** The values along the bottom of a histogram. */
export interface HistogramAxis {
  readonly from: number
  readonly to: number
  /** By which handles move, and that a window is wide at least: 1 where values are whole. */
  readonly step: number
}

type Window = Pick<ChannelDisplay, 'low' | 'high'>

interface AxisInput {
  pixelType: string
  stats: ChannelStats | null
  window: Window
  /** All values that occur; otherwise where most of them are, since a few bright specks would push those together. */
  whole: boolean
}

/** Always holds the window, so that no handle is out of reach. */
export function histogramAxis({ pixelType, stats, window, whole }: AxisInput): HistogramAxis {
  const [first, last] = stats === null ? planeWindow(pixelType, null) : valuesOf(pixelType, stats, whole)
  const [from, to] = [Math.min(first, window.low), Math.max(last, window.high)]
  return { from, to, step: pixelType.startsWith('f') ? (to - from) / 1000 : 1 }
}

/** A third of the usual window beyond it, as far as there are values. */
function valuesOf(pixelType: string, stats: ChannelStats, whole: boolean): PlaneWindow {
  const [low, high] = planeWindow(pixelType, stats)
  if (whole) return [Math.min(stats.min, low), Math.max(stats.max, high)]
  const beyond = (high - low) / 3
  return [
    Math.min(low, Math.max(stats.min, low - beyond)),
    Math.max(high, Math.min(stats.max, high + beyond)),
  ]
}

/** 0 at the left end, 1 at the right. */
export function positionOf(value: number, { from, to }: HistogramAxis): number {
  return (value - from) / (to - from)
}

export function valueAt(position: number, { from, to, step }: HistogramAxis): number {
  const value = from + clampPosition(position) * (to - from)
  return step === 1 ? Math.round(value) : value
}

const clampPosition = (position: number) => Math.min(1, Math.max(0, position))

/** The window with one end moved: it stays at least a step wide. */
export function moveEnd(window: Window, end: 'low' | 'high', value: number, step: number): Window {
  return end === 'low'
    ? { low: Math.min(value, window.high - step), high: window.high }
    : { low: window.low, high: Math.max(value, window.low + step) }
}

/** The value that is shown half as bright as the highest: with a higher gamma a lower one. */
export function midtone({ low, high, gamma }: Pick<ChannelDisplay, 'low' | 'high' | 'gamma'>): number {
  return low + (high - low) * 0.5 ** gamma
}

export function gammaOfMidtone({ low, high }: Window, value: number): number {
  const share = Math.min(1, Math.max(Number.EPSILON, (value - low) / (high - low)))
  return clampGamma(Math.log(share) / Math.log(0.5))
}

/** How far a key moves a handle: a hundredth of the axis, ten times as far with Shift. */
export function keyStep({ from, to, step }: HistogramAxis, large: boolean): number {
  const share = (to - from) / (large ? 10 : 100)
  return step === 1 ? Math.max(1, Math.round(share)) : share
}
