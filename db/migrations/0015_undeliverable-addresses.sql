CREATE TABLE `undeliverable` (
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`channel`, `address`)
);
--> statement-breakpoint
CREATE INDEX `outbox_retrying` ON `outbox` (`recipient`) WHERE "outbox"."state" = 'queued' AND "outbox"."attempts" > 0;