import { parseCresylDescription } from '../formats/cresyl-description.ts'
import { number, unit, yesOrNo } from './allowed-values.ts'

const keptLines: Readonly<Record<string, RegExp>> = {
  ImageJ: /^[\d.]{0,8}[a-z]?$/,
  images: number,
  channels: number,
  slices: number,
  frames: number,
  hyperstack: yesOrNo,
  mode: /^(?:color|grayscale|grey|composite)$/,
  unit,
  spacing: number,
  min: number,
  max: number,
  loop: yesOrNo,
  finterval: number,
  fps: number,
}

/** What is needed of the ImageDescription of a plain TIFF: ImageJ's and our own; others say nothing that is read. */
export function filterPlainText(text: string): string | undefined {
  const written = parseCresylDescription(text)
  if (written) {
    const { objective, bitDepth, channel } = written
    const kept = { format: 'cresyl-pyramid', version: 1, objective, bitDepth, channel }
    return asciiJson(kept)
  }
  return text.startsWith('ImageJ=') ? filterImageJ(text) : undefined
}

function filterImageJ(text: string): string {
  const lines = text.split(/[\r\n]+/, 1000).filter((line) => {
    const equals = line.indexOf('=')
    const name = line.slice(0, equals)
    return equals > 0 && Object.hasOwn(keptLines, name) && keptLines[name]?.test(line.slice(equals + 1))
  })
  const first = lines[0]?.startsWith('ImageJ=') ? [] : ['ImageJ=']
  return `${[...first, ...lines].join('\n')}\n`
}

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
