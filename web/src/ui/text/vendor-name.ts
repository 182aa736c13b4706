/** What scanners and formats are called, by what the slide library calls them. */
const vendorNames: Readonly<Record<string, string>> = {
  aperio: 'Leica (Aperio)',
  zeiss: 'Zeiss',
  qptiff: 'Akoya (QPTIFF)',
  philips: 'Philips',
  ventana: 'Roche (Ventana)',
  trestle: 'Trestle',
  ome: 'OME-TIFF',
  'generic-tiff': 'TIFF, scanner not named',
}

export const vendorName = (vendor: string): string =>
  Object.hasOwn(vendorNames, vendor) ? (vendorNames[vendor] as string) : vendor
