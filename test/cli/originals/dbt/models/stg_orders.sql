{{ config(alias='orders') }}
select * from {{ source('raw', 'orders') }}
