import type { Channel } from '../slide.ts'
import { escapeXml, xmlElement } from '../xml/xml-text.ts'
import type { PyramidPlan } from './pyramid-options.ts'

const schema = 'http://www.openmicroscopy.org/Schemas/OME/2016-06'
/** The annotation that holds the provenance, as names and values. */
const provenanceNamespace = 'cresyl.provenance'

/** OME-XML 2016-06 in ASCII. Planes are directories in the order channel, Z, T. */
export function writeOmeXml(plan: PyramidPlan): string {
  const { objective } = plan
  const provenance = Object.entries(plan.provenance)
  const hasObjective = objective !== undefined
  const root = {
    xmlns: schema,
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': `${schema} ${schema}/ome.xsd`,
    Creator: 'Cresyl',
  }
  const instrument = xmlElement('Instrument', { ID: 'Instrument:0' }, [
    xmlElement('Objective', { ID: 'Objective:0', NominalMagnification: objective }),
  ])
  const image = xmlElement('Image', { ID: 'Image:0' }, [
    ...(hasObjective
      ? [
          xmlElement('InstrumentRef', { ID: 'Instrument:0' }),
          xmlElement('ObjectiveSettings', { ID: 'Objective:0' }),
        ]
      : []),
    writePixels(plan),
    ...(provenance.length > 0 ? [xmlElement('AnnotationRef', { ID: 'Annotation:0' })] : []),
  ])
  const annotations = xmlElement('StructuredAnnotations', {}, [
    xmlElement('MapAnnotation', { ID: 'Annotation:0', Namespace: provenanceNamespace }, [
      xmlElement(
        'Value',
        {},
        provenance.map(([name, value]) => xmlElement('M', { K: name }, [escapeXml(value)])),
      ),
    ]),
  ])
  const children = [
    ...(hasObjective ? [instrument] : []),
    image,
    ...(provenance.length > 0 ? [annotations] : []),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>${xmlElement('OME', root, children)}`
}

function writePixels(plan: PyramidPlan): string {
  const { samples, channels, sizeZ, sizeT, mpp, pixelType } = plan
  const attributes = {
    ID: 'Pixels:0',
    DimensionOrder: 'XYCZT',
    Type: pixelType === 'u8' ? 'uint8' : 'uint16',
    SignificantBits: plan.bitDepth,
    Interleaved: samples === 3,
    BigEndian: false,
    SizeX: plan.width,
    SizeY: plan.height,
    SizeC: channels.length * samples,
    SizeZ: sizeZ,
    SizeT: sizeT,
    // µm and s are the units where none is named.
    PhysicalSizeX: mpp?.x,
    PhysicalSizeY: mpp?.y,
    PhysicalSizeZ: plan.stepZ,
    TimeIncrement: plan.stepT,
  }
  const planes = Array.from({ length: sizeT }, (_, t) =>
    Array.from({ length: sizeZ }, (_, z) => channels.map((channel, c) => ({ channel, c, z, t }))),
  ).flat(2)
  return xmlElement('Pixels', attributes, [
    ...channels.map((channel, c) => writeChannel(channel, c, samples)),
    ...planes.map(({ c, z, t }, index) =>
      xmlElement('TiffData', { IFD: index, FirstC: c, FirstZ: z, FirstT: t, PlaneCount: 1 }),
    ),
    ...planes
      .filter(({ channel }) => channel.exposure !== undefined)
      .map(({ channel, c, z, t }) =>
        // Seconds are the unit where none is named.
        xmlElement('Plane', { TheC: c, TheZ: z, TheT: t, ExposureTime: (channel.exposure ?? 0) / 1000 }),
      ),
  ])
}

function writeChannel(channel: Channel, index: number, samples: number): string {
  const { name, color, emissionWavelength, excitationWavelength } = channel
  return xmlElement('Channel', {
    ID: `Channel:0:${index}`,
    Name: name,
    SamplesPerPixel: samples,
    // Red, green, blue and opacity from the highest byte down, as a signed number.
    Color: color === undefined ? undefined : (color << 8) | 0xff,
    EmissionWavelength: emissionWavelength,
    ExcitationWavelength: excitationWavelength,
  })
}
