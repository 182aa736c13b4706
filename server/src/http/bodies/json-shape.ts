import { Transform } from 'node:stream'
import { ApiError } from '@cresyl/contract/api/errors'

/** How much JSON may hold. What it is of, a schema says; reading it at all may already take long. */
export interface JsonShape {
  depth: number
  keys: number
  /** Lists and objects are values, too. */
  values: number
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Hands on what it gets, and fails as soon as that has become deeper or more than allowed: before it is parsed. */
export function limitJson(most: JsonShape): Transform {
  const scan = createScanner(most)
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const refused = scan(chunk)
      if (refused === undefined) done(null, chunk)
      else done(new ApiError('invalid_input', { detail: refused }))
    },
  })
}

/** Looks at one piece of JSON after the other; tells what is too much. Whether it is JSON at all, the parser tells. */
export function createScanner(most: JsonShape): (piece: Uint8Array) => string | undefined {
  let [depth, keys, values] = [0, 0, 0]
  let inText = false
  let isEscaped = false
  return (piece) => {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]
      if (isEscaped) isEscaped = false
      else if (byte === quote) inText = !inText
      else if (inText) isEscaped = byte === backslash
      else if (byte === comma) values += 1
      else if (byte === colon) keys += 1
      else if (byte === openList || byte === openObject) {
        values += 1
        depth += 1
        if (depth > most.depth) return `The body is nested more than ${most.depth} levels deep.`
      } else if (byte === closeList || byte === closeObject) depth -= 1
    }
    if (keys > most.keys) return `The body has more than ${most.keys.toLocaleString('en')} keys.`
    if (values > most.values) return `The body has more than ${most.values.toLocaleString('en')} values.`
    return undefined
  }
}
