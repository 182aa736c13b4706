import type { XmlElement } from '../xml/parse-xml.ts'
import { escapeXml, xmlElement } from '../xml/xml-text.ts'
import { channelName, productName } from './allowed-values.ts'

/** What stays of an element: attributes and text that look as they should, and the children named here. */
interface Kept {
  readonly attributes?: Readonly<Record<string, RegExp>>
  readonly text?: RegExp
  readonly children?: Readonly<Record<string, Kept>>
}

/** Exposure times are nanoseconds and scales are metres, so that these are longer than those of other formats. */
const figure = /^[-+]?\d{0,15}(?:\.\d{1,20}|\d)(?:e[-+]?\d{1,3})?$/i
const word = /^[A-Z][A-Za-z\d]{0,40}$/
const colour = /^#[\da-f]{6,8}$/i
const axis = /^[XYZ]$/
const anyId = /^.{1,1000}$/s
const region = /^(?:ScanRegion|TR|P|[A-P])\d{1,4}$/
const offsets = /^[-+\d.eE\s]{1,1000000}$/
const zen = /^ZEN[\w .()/-]{0,40}$/
const version = /^\d{1,5}(?:\.\d{1,8}){0,4}$/
const microscope = /^(?:Axio|Celldiscoverer|LSM|Lattice|Elyra|Primo|PALM)[\w ./-]{0,40}$/

const numberIn: Kept = { text: figure }
const wordIn: Kept = { text: word }
const figures = (...names: string[]): Record<string, Kept> =>
  Object.fromEntries(names.map((name) => [name, numberIn]))

const channel: Kept = {
  attributes: { Id: anyId, Name: channelName },
  children: {
    ...figures('ComponentBitCount', 'ExposureTime', 'EmissionWavelength', 'ExcitationWavelength'),
    ...figures('BitCountRange', 'Low', 'High', 'EffectiveNA', 'PinholeSize'),
    PixelType: wordIn,
    IlluminationType: wordIn,
    ContrastMethod: wordIn,
    AcquisitionMode: wordIn,
    Color: { text: colour },
    Fluor: { text: channelName },
    ColorMode: wordIn,
  },
}
const positions: Kept = {
  children: {
    Interval: { children: figures('Start', 'Increment') },
    List: { children: { Offsets: { text: offsets } } },
  },
}
const dimensions: Kept = {
  children: {
    Channels: { children: { Channel: channel } },
    Z: { children: { Positions: positions } },
    T: { children: { Positions: positions } },
    S: {
      children: { Scenes: { children: { Scene: { attributes: { Index: figure, Name: region } } } } },
    },
  },
}
const image: Kept = {
  children: {
    ...figures('SizeX', 'SizeY', 'SizeC', 'SizeZ', 'SizeT', 'SizeS', 'SizeM', 'SizeH', 'SizeI'),
    ...figures('SizeR', 'SizeV', 'SizeB', 'ComponentBitCount'),
    PixelType: wordIn,
    OriginalCompressionMethod: wordIn,
    Dimensions: dimensions,
    ObjectiveSettings: {
      children: {
        ...figures('RefractiveIndex'),
        Medium: wordIn,
        ObjectiveRef: { attributes: { Id: anyId } },
      },
    },
  },
}
const manufacturer: Kept = { children: { Manufacturer: { text: productName }, Model: { text: productName } } }
const instrument: Kept = {
  children: {
    Microscopes: {
      children: { Microscope: { attributes: { Id: anyId, Name: microscope }, children: { Type: wordIn } } },
    },
    Objectives: {
      children: {
        Objective: {
          attributes: { Id: anyId, Name: productName },
          children: {
            ...figures('NominalMagnification', 'CalibratedMagnification', 'LensNA', 'WorkingDistance'),
            Immersion: wordIn,
            Manufacturer: manufacturer,
          },
        },
      },
    },
  },
}
const application: Kept = { children: { Name: { text: zen }, Version: { text: version } } }
const document: Kept = {
  children: {
    Metadata: {
      children: {
        Information: { children: { Application: application, Image: image, Instrument: instrument } },
        Scaling: {
          children: {
            Items: { children: { Distance: { attributes: { Id: axis }, children: { Value: numberIn } } } },
          },
        },
        DisplaySetting: { children: { Channels: { children: { Channel: channel } } } },
      },
    },
  },
}

/**
 * An XML of what is known to be technical: no people, dates, serial numbers, comments or names but those of channels.
 * Ids are new.
 * @param stepT seconds between time points, where only an attachment, which doesn't stay, says so
 */
export function writeCziText(root: XmlElement, stepT: number | undefined): string {
  const ids = new Map<string, string>()
  const text = keep('ImageDocument', root, document, ids)
  if (stepT === undefined) return text
  const increment = xmlElement('Increment', {}, [String(stepT)])
  const interval = xmlElement('Positions', {}, [xmlElement('Interval', {}, [increment])])
  return text.replace(/<T\/>|<T>.*?<\/T>|(?=<\/Dimensions>)/, xmlElement('T', {}, [interval]))
}

function keep(name: string, element: XmlElement, kept: Kept, ids: Map<string, string>): string {
  const { attributes = {}, text, children = {} } = kept
  const written: Record<string, string> = {}
  for (const [key, allowed] of Object.entries(attributes)) {
    const value = element.attributes[key]
    if (value === undefined || !allowed.test(value)) continue
    written[key] = allowed === anyId ? newId(name, value, ids) : value
  }
  const inner = element.children.flatMap((child) => {
    const below = Object.hasOwn(children, child.name) ? children[child.name] : undefined
    return below ? [keep(child.name, child, below, ids)] : []
  })
  if (text?.test(element.text)) inner.push(escapeXml(element.text))
  return xmlElement(name, written, inner)
}

/** The same for each mention of the same thing. */
function newId(name: string, id: string, ids: Map<string, string>): string {
  const known = ids.get(id)
  if (known !== undefined) return known
  const written = `${name.replace(/Ref$/, '')}:${ids.size}`
  ids.set(id, written)
  return written
}
