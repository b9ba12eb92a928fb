/** A planning thread that ends in the middle of its work. */
declare const self: Worker

self.addEventListener('message', () => process.exit(3))
