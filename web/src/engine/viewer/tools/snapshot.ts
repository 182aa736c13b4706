import { scaleBar } from '../scale-bar.ts'
import type { SlideView } from '../slide-view.ts'
import { hasChannels } from '../viewed-image.ts'
import { imageToScreen } from '../viewport.ts'
import { atPixelRatio } from './at-pixel-ratio.ts'
import { ink } from './ink.ts'
import { paintTools } from './paint-tools.ts'
import { longestBar, type SnapshotLayout, snapshotLayout, snapshotMeasures } from './snapshot-layout.ts'
import type { ToolsState } from './tools-state.ts'

export interface SnapshotOptions {
  readonly tools: ToolsState
  /** Below the picture: the first line is the name. */
  readonly caption: readonly string[]
  /** Pixels of the file for a CSS pixel of the screen. */
  readonly ratio: number
  readonly locale: string
}

/** What is seen as a PNG: the picture, what lies over it, a scale bar, and a caption. */
export async function takeSnapshot(view: SlideView, options: SnapshotOptions): Promise<Blob> {
  const { tools, caption, ratio, locale } = options
  const viewport = view.viewport()
  const size = view.size()
  const bar = scaleBar(view.image.space, viewport, longestBar(size.width), locale)
  const layout = snapshotLayout({ size, ratio, barWidth: bar.width, captionLines: caption.length })
  const canvas = document.createElement('canvas')
  canvas.width = layout.file.width
  canvas.height = layout.file.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser could not create the picture. Please try again.')
  context.scale(ratio, ratio)
  await atPixelRatio(view, ratio, () => drawPicture(context, view))
  const toScreen = imageToScreen(viewport, size)
  context.save()
  context.beginPath()
  context.rect(0, 0, size.width, size.height)
  context.clip()
  paintTools(context, { state: finalState(tools), space: view.image.space, toScreen, size, locale })
  context.restore()
  drawScale(context, layout, bar.label)
  drawCaption(context, layout, caption)
  return toBlob(canvas)
}

/** What is only half drawn, or picked, is nobody's result. */
const finalState = (tools: ToolsState): ToolsState => ({
  ...tools,
  draft: null,
  aim: null,
  selected: null,
  handle: null,
  box: null,
})

function drawPicture(context: CanvasRenderingContext2D, view: SlideView): void {
  const { width, height } = view.size()
  context.fillStyle = hasChannels(view.image) ? '#000000' : '#FFFFFF'
  context.fillRect(0, 0, width, height)
  // Read right after it is drawn: a moment later the browser may have emptied it.
  view.map.renderSync()
  context.imageSmoothingQuality = 'high'
  view.copyPicture(context, { width, height })
  for (const element of view.drawn('overlays')) {
    if (!(element instanceof HTMLCanvasElement)) continue
    context.globalAlpha = Number(element.style.opacity || 1)
    context.drawImage(element, 0, 0, width, height)
  }
  context.globalAlpha = 1
}

function drawScale(context: CanvasRenderingContext2D, { scale }: SnapshotLayout, label: string): void {
  const { scalePadding, barHeight, lineHeight } = snapshotMeasures
  context.fillStyle = ink.paper
  context.beginPath()
  context.roundRect(scale.x, scale.y, scale.width, scale.height, 6)
  context.fill()
  context.fillStyle = ink.line
  const width = scale.width - 2 * scalePadding
  const bottom = scale.y + scale.height - scalePadding
  context.fillRect(scale.x + scalePadding, bottom - barHeight, width, barHeight)
  context.font = ink.font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(label, scale.x + scale.width / 2, scale.y + scalePadding + lineHeight / 2 - 2)
}

function drawCaption(
  context: CanvasRenderingContext2D,
  { caption, lines }: SnapshotLayout,
  texts: readonly string[],
): void {
  context.fillStyle = '#FFFFFF'
  context.fillRect(caption.x, caption.y, caption.width, caption.height)
  context.fillStyle = ink.line
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  const { margin } = snapshotMeasures
  lines.forEach((middle, at) => {
    context.font = at === 0 ? ink.font : ink.font.replace('600', '400')
    context.fillText(shortened(context, texts[at] ?? '', caption.width - 2 * margin), margin, middle)
  })
}

/** As much of a text as fits, so that no letter is squeezed. */
function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  const letters = [...text]
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > room) letters.pop()
  return `${letters.join('')}…`
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('This browser could not create the picture. Please make the window smaller.'))
    }, 'image/png')
  })
}
