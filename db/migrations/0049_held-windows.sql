CREATE TABLE `area_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`zip` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`language` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `area_requests_by_email` ON `area_requests` (`email`);--> statement-breakpoint
CREATE INDEX `area_requests_by_age` ON `area_requests` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `area_requests_once` ON `area_requests` (`zip`,`email`);--> statement-breakpoint
CREATE TABLE `window_holds` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`visitor` text NOT NULL,
	`requester` text NOT NULL,
	`count` integer NOT NULL,
	`franchise_id` text,
	`after_job` integer NOT NULL,
	`type` text NOT NULL,
	`preferred_date` text NOT NULL,
	`preferred_time` text NOT NULL,
	`gutter_length` real,
	`stories` real,
	`add_ons` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`in_zip` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `window_holds_visitor_unique` ON `window_holds` (`visitor`);--> statement-breakpoint
CREATE INDEX `window_holds_by_end` ON `window_holds` (`ends_at`);--> statement-breakpoint
CREATE INDEX `window_holds_by_requester` ON `window_holds` (`requester`,`ends_at`);