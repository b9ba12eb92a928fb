CREATE TABLE `business_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`changed` text NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
);
