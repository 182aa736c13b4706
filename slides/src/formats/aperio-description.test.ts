import { expect, test } from 'vitest'
import { parseAperioDescription } from './aperio-description.ts'

const cmu = `Aperio Image Library v11.2.1 \r
46000x32914 [42673,5576 2220x2967] (240x240) JPEG/RGB Q=30;Aperio Image Library v10.0.51\r
46920x33014 [0,100 46000x32914] (256x256) JPEG/RGB Q=30|AppMag = 20|StripeWidth = 2040|ScanScope ID = CPAPERIOCS|Filename = CMU-1|Date = 12/29/09|Time = 09:59:15|MPP = 0.4990|Left = 25.691574|OriginalWidth = 46920|OriginalWidth = 46000`

test('reads scale, objective, scanner and time of a scan', () => {
  expect(parseAperioDescription(cmu)).toEqual({
    software: 'Aperio Image Library v11.2.1',
    kind: undefined,
    mpp: 0.499,
    objective: 20,
    offsetZ: undefined,
    scannerModel: undefined,
    scannerId: 'CPAPERIOCS',
    scannedAt: '2009-12-29T09:59:15',
    properties: {
      AppMag: '20',
      StripeWidth: '2040',
      'ScanScope ID': 'CPAPERIOCS',
      Filename: 'CMU-1',
      Date: '12/29/09',
      Time: '09:59:15',
      MPP: '0.4990',
      Left: '25.691574',
      OriginalWidth: '46000',
    },
  })
})

test('takes a decimal comma', () => {
  const { mpp, objective } = parseAperioDescription('Aperio\n1x1|MPP = 0,2521|AppMag = 40,0')
  expect([mpp, objective]).toEqual([0.2521, 40])
})

test('reads the scanner’s model and the place of a focus plane', () => {
  const { scannerModel, offsetZ } = parseAperioDescription('Aperio\n1x1|ScannerType = GT450|OffsetZ = -1,5')
  expect([scannerModel, offsetZ]).toEqual(['GT450', -1.5])
})

test('leaves unknown what is missing, empty, zero or no number', () => {
  for (const pairs of [
    '',
    '|MPP = |AppMag =',
    '|MPP = 0|AppMag = -1',
    '|MPP = NaN|AppMag = x',
    '|MPP|AppMag',
  ]) {
    const { mpp, objective } = parseAperioDescription(`Aperio\n1x1${pairs}`)
    expect([mpp, objective]).toEqual([undefined, undefined])
  }
})

test('knows the kind of an associated image by the word its second line begins with', () => {
  const kinds = ['label 387x463', 'macro 1280x431', 'Label', '2220x2967 -> 574x768 - ;label', 'labelled', '']
  expect(kinds.map((line) => parseAperioDescription(`Aperio v1 \n${line}|a = b`).kind)).toEqual([
    'label',
    'macro',
    'label',
    undefined,
    undefined,
    undefined,
  ])
})

test('gives the time with its zone, or as much of it as is sure', () => {
  const at = (pairs: string) => parseAperioDescription(`Aperio\n1x1|${pairs}`).scannedAt
  expect(at('Date = 03/07/2019|Time = 13:05:09|Time Zone = GMT-05:00')).toBe('2019-03-07T13:05:09-05:00')
  expect(at('Date = 03/07/2019|Time = 13:05:09|Time Zone = GMT+0530')).toBe('2019-03-07T13:05:09+05:30')
  expect(at('Date = 3/7/19')).toBe('2019-03-07')
  expect(at('Date = 3/7/19|Time = noon')).toBe('2019-03-07')
  expect(at('Date = 29/12/09|Time = 09:59:15')).toBeUndefined()
  expect(at('Date = yesterday')).toBeUndefined()
  expect(at('Time = 09:59:15')).toBeUndefined()
})

test('keeps values that contain an equals sign', () => {
  expect(parseAperioDescription('Aperio\n1x1|Title = a = b|__proto__ = c').properties).toEqual(
    Object.fromEntries([
      ['Title', 'a = b'],
      ['__proto__', 'c'],
    ]),
  )
})

test('reads no more pairs than any scanner writes', () => {
  const many = Array.from({ length: 5000 }, (_, number) => `|n${number} = v`).join('')
  expect(Object.keys(parseAperioDescription(`Aperio\n${many}`).properties)).toHaveLength(1000)
})
