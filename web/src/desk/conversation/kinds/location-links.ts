// Where a place opens: in a tab of a map site. Nothing is asked of it before. Pure.

interface Place {
  latitude: number
  longitude: number
}

export function mapLinks({ latitude, longitude }: Place) {
  const [lat, lon] = [latitude.toFixed(6), longitude.toFixed(6)]
  return {
    openStreetMap: `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`,
    googleMaps: `https://www.google.com/maps/search/?api=1&query=${lat}%2C${lon}`,
  }
}

/** "23,56110° S, 46,65580° O" would have to be read: what map sites take is written. */
export function coordinates({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}
