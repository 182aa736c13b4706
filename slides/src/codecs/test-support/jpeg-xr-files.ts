import { newPixels, type PixelData, type PixelType } from '../../pixels.ts'

/**
 * Lossless JPEG XR files of 9 × 5 pixels, made by jxrlib through imagecodecs 2026.3.6: there is no encoder to install
 * with npm. Those with colours store red first.
 */
export const jpegXrFiles = {
  'u8 1': fromBase64(
    'SUm8ASAAAAAkw91vA07+S7GFPXd2jckIAAAAAAAAAAAIAAG8AQAQAAAACAAAAAK8BAABAAAAAAAAAIC8BAABAAAACQAAAIG8BAAB' +
      'AAAABQAAAIK8CwABAAAAAADAQoO8CwABAAAAAADAQsC8BAABAAAAhgAAAMG8BAABAAAAZAAAAAAAAABXTVBIT1RPABEAwAEACAAE' +
      'AIAgCAAABG//AAEAAAEA198QwUZjKj7AiMAABABAAK+EamEMAMp4HhGphDADKeBDCGQngQwhkJ4uwjUIS2EagCUMIZCeLDCGQHiw' +
      'whkB4uwhgDxM',
  ),
  'u16 1': fromBase64(
    'SUm8ASAAAAAkw91vA07+S7GFPXd2jckLAAAAAAAAAAAIAAG8AQAQAAAACAAAAAK8BAABAAAAAAAAAIC8BAABAAAACQAAAIG8BAAB' +
      'AAAABQAAAIK8CwABAAAAAADAQoO8CwABAAAAAADAQsC8BAABAAAAhgAAAMG8BAABAAAAjwAAAAAAAABXTVBIT1RPABEAwAIACAAE' +
      'AACAIAgAAARv/wABAAABAIWU46+FkfMLhDjCwTGFcmjCqXCExvMgAAAADUABXwxe0YX38AYVqRhTJL4YvaML7+AMK1Iwpklhhff0' +
      'IQpkhhff0IQpk2GL2gmFakDsMXtAMK1I2GF9/QhCmSGF9/QBCmSGF9/QBCmTYX38AIUyQA==',
  ),
  'u8 3': fromBase64(
    'SUm8ASAAAAAkw91vA07+S7GFPXd2jckNAAAAAAAAAAAIAAG8AQAQAAAACAAAAAK8BAABAAAAAAAAAIC8BAABAAAACQAAAIG8BAAB' +
      'AAAABQAAAIK8CwABAAAAAADAQoO8CwABAAAAAADAQsC8BAABAAAAhgAAAMG8BAABAAAAfwAAAAAAAABXTVBIT1RPABEAwHEACAAE' +
      'YADAAAAMAAAAwAAAAAAEb/8AAQAAAQA90A1APEMFGYyo+wIjAAAQAQAAAAAAAAAAAAAAAAAAAAABOA8I1MIYAZTwPCNTCGAGU8CG' +
      'EMhPAhhDITxdhGoQlsI1AEoYQyE8WGEMgPFhhDIDxdhDAHiY',
  ),
  'u16 3': fromBase64(
    'SUm8ASAAAAAkw91vA07+S7GFPXd2jckVAAAAAAAAAAAIAAG8AQAQAAAACAAAAAK8BAABAAAAAAAAAIC8BAABAAAACQAAAIG8BAAB' +
      'AAAABQAAAIK8CwABAAAAAADAQoO8CwABAAAAAADAQsC8BAABAAAAhgAAAMG8BAABAAAArAAAAAAAAABXTVBIT1RPABEAwHIACAAE' +
      'YAAAwAAADAAAAMAAAAAABG//AAEAAAEAQWGDKgAU2eAeFkfMLhDjCwTGFcmjCqXCExvMgAAAADUAAAAAAAAAAAAAAAAAAAAAAnAe' +
      'GL2jC+/gDCtSMKZJfDF7RhffwBhWpGFMksML7+hCFMkML7+hCFMmwxe0EwrUgdhi9oBhWpGwwvv6EIUyQwvv6AIUyQwvv6AIUybC' +
      '+/gBCmSA',
  ),
  'f32 1': fromBase64(
    'SUm8ASAAAAAkw91vA07+S7GFPXd2jckRAAAAAAAAAAAIAAG8AQAQAAAACAAAAAK8BAABAAAAAAAAAIC8BAABAAAACQAAAIG8BAAB' +
      'AAAABQAAAIK8CwABAAAAAADAQoO8CwABAAAAAADAQsC8BAABAAAAhgAAAMG8BAABAAAA+wAAAAAAAABXTVBIT1RPABEAwAcACAAE' +
      'AA0EgCAIAAAEb/8AAQAAAQCFacgPDEo4wygeGFV2MMI9DDCnwwqaBBSgGF5ljC2aiChcMKGAgq1xBMjwVCsFA8QjbAwAEjctXw0y' +
      'YDDM1gQYioEGDfhBZfhhdlwwstwwvy4YWO4QUfhBVdCCboYS08JGQUVOG3JgMNOPAgwBuILx+EFH4QYJOEFyHDC/Lhhb7hhZfhBA' +
      'hBQSGFOTgmgwqNww1qfQhC9/gwzRyphY/iCFe9YbZYyYYn+IIXl9YbZYyYYn+IIXl8GGtT6EIXv8GGaOVMLH8QQr3gw1qfQhC9/r' +
      'DNHIjCx/IQr3gA==',
  ),
} satisfies Record<string, Uint8Array>

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

export const jpegXrWidth = 9
export const jpegXrHeight = 5

/** What is in them. */
export function jpegXrPixels(pixelType: PixelType, samples: number): PixelData {
  const pixels = newPixels(pixelType, jpegXrWidth * jpegXrHeight * samples)
  for (let index = 0; index < pixels.length; index += 1) {
    const pixel = Math.floor(index / samples)
    const value = (pixel % jpegXrWidth) * 7 + Math.floor(pixel / jpegXrWidth) * 13 + (index % samples) * 29
    pixels[index] = pixelType === 'f32' ? value / 64 - 1 : pixelType === 'u16' ? value * 131 : value
  }
  return pixels
}

/** The same file with blue first, as Zeiss writes it: the last byte of its pixel format tells. */
export function blueFirst(file: Uint8Array): Uint8Array {
  const format = Buffer.from('24c3dd6f034efe4bb1853d77768dc9', 'hex')
  const result = file.slice()
  result[Buffer.from(file).indexOf(format) + format.length] = 0x0c
  return result
}
