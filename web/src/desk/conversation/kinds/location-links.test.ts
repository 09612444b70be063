import { expect, test } from 'vitest'
import { coordinates, mapLinks } from './location-links.ts'

test('a place as map sites take it', () => {
  const place = { latitude: -23.5611, longitude: -46.6558 }
  expect(coordinates(place)).toBe('-23.56110, -46.65580')
  expect(mapLinks(place)).toEqual({
    openStreetMap: 'https://www.openstreetmap.org/?mlat=-23.561100&mlon=-46.655800#map=17/-23.561100/-46.655800',
    googleMaps: 'https://www.google.com/maps/search/?api=1&query=-23.561100%2C-46.655800',
  })
})
